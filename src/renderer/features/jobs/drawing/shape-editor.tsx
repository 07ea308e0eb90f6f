import { CircleMinus, CirclePlus, Eraser, Square } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { shift, useLocalKeys } from '../../../ui/local-keys'
import type { Picture } from '../../sources/store'
import {
  type Corner,
  coversAnything,
  fewestCorners,
  mostCorners,
  rectangle,
  share,
  startingShape,
  withCornerAfter,
  withCornerAt,
} from './shapes'

interface Props {
  picture: Pick<Picture, 'url'>
  alt: string
  /** Empty while nothing is drawn. */
  corners: readonly Corner[]
  onChange: (corners: Corner[]) => void
  /** Learns the size of the picture in pixels. */
  onSize?: (size: { width: number; height: number }) => void
  /** What is drawn on the picture already. */
  others?: readonly (readonly Corner[])[]
}

const step = 0.01
const bigStep = 0.05
const moves: Readonly<Record<string, Corner>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * Draws a shape on a picture. With a pointer, a rectangle is dragged out, corners are dragged, and a press beside them
 * adds one. With the keyboard, corners are focused and moved with the arrow keys; buttons add and remove them.
 */
export function ShapeEditor({ picture, alt, corners, onChange, onSize, others = [] }: Props) {
  const { t } = useTranslation('jobs')
  const box = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(0)
  const [drag, setDrag] = useState<{ kind: 'corner'; index: number } | { kind: 'rectangle'; from: Corner } | null>(null)
  const handles = () => [...(box.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  const current = Math.min(focused, corners.length - 1)

  function placeOf({ clientX, clientY }: PointerEvent): Corner {
    const { left, top, width, height } = box.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: share((clientX - left) / (width || 1)), y: share((clientY - top) / (height || 1)) }
  }
  /** Shows a changed shape at once, so that the focus can move to one of its corners. */
  function show(next: Corner[], index: number) {
    flushSync(() => onChange(next))
    handles()[index]?.focus()
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    const handle = event.target instanceof Element ? event.target.closest('button') : null
    const place = placeOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    if (handle) setDrag({ kind: 'corner', index: handles().indexOf(handle) })
    else if (corners.length === 0) setDrag({ kind: 'rectangle', from: place })
    else if (corners.length < mostCorners) onChange(withCornerAt(corners, place))
  }
  function onPointerMove(event: PointerEvent) {
    if (drag?.kind === 'corner') onChange(corners.toSpliced(drag.index, 1, placeOf(event)))
    else if (drag) onChange(rectangle(drag.from, placeOf(event)))
  }
  function onPointerUp() {
    if (drag?.kind === 'rectangle' && !coversAnything(corners)) onChange([])
    setDrag(null)
  }
  const press = useLocalKeys('area', [
    { keys: Object.keys(moves), does: 'corner', run: moveFocused },
    { keys: Object.keys(moves).map(name => `${shift}${name}`), does: 'cornerFar', run: moveFocused },
    { keys: ['Delete', 'Backspace'], does: 'removeCorner', run: () => removeCorner(focusedCorner()) },
  ])
  const focusedCorner = () => handles().indexOf(document.activeElement as HTMLElement)
  function moveFocused(key: string) {
    const index = focusedCorner()
    const move = moves[key.replace(shift, '')]
    const corner = corners[index]
    if (!move || !corner) return false
    const by = key.startsWith(shift) ? bigStep : step
    onChange(corners.toSpliced(index, 1, { x: share(corner.x + move.x * by), y: share(corner.y + move.y * by) }))
    return true
  }
  function removeCorner(index: number) {
    if (corners.length > fewestCorners) show(corners.toSpliced(index, 1), Math.max(0, index - 1))
  }
  function addCorner() {
    const added = withCornerAfter(corners, current)
    show(added.corners, added.index)
  }

  return (
    <div>
      <div
        ref={box}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        className="relative touch-none overflow-hidden rounded-md bg-surface-3 select-none"
      >
        <img
          src={picture.url}
          alt={alt}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize?.({ width, height })}
          className="pointer-events-none block min-h-40 w-full"
        />
        <Outlines corners={corners} others={others} />
        {corners.map((corner, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the order.
            key={index}
            type="button"
            aria-label={t('draw.corner', {
              number: index + 1,
              count: corners.length,
              left: Math.round(corner.x * 100),
              top: Math.round(corner.y * 100),
            })}
            onFocus={() => setFocused(index)}
            onKeyDown={press}
            style={{ left: `${corner.x * 100}%`, top: `${corner.y * 100}%` }}
            className={cx(
              'absolute grid size-6 -translate-1/2 cursor-move place-items-center rounded-full pointer-coarse:size-touch',
              'before:size-3.5 before:rounded-full before:border-2 before:border-focus-gap before:bg-accent',
            )}
          />
        ))}
      </div>
      <p className="mt-2 text-xs text-muted">{t(corners.length === 0 ? 'draw.hintEmpty' : 'draw.hint')}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {corners.length === 0 ? (
          <Button size="sm" icon={Square} onClick={() => show([...startingShape], 0)}>
            {t('draw.start')}
          </Button>
        ) : (
          <>
            <Button size="sm" icon={CirclePlus} disabled={corners.length >= mostCorners} onClick={addCorner}>
              {t('draw.add')}
            </Button>
            <Button
              size="sm"
              icon={CircleMinus}
              disabled={corners.length <= fewestCorners}
              onClick={() => removeCorner(current)}
            >
              {t('draw.remove', { number: current + 1 })}
            </Button>
            <Button size="sm" variant="quiet" icon={Eraser} onClick={() => onChange([])}>
              {t('draw.clear')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

const pathOf = (corners: readonly Corner[]) => corners.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ')

/** The shape over the picture, with a light and a dark line, so that it shows on any picture. */
export function Outlines({
  corners,
  others = [],
}: {
  corners: readonly Corner[]
  others?: readonly (readonly Corner[])[]
}) {
  return (
    <svg
      aria-hidden="true"
      data-theme="dark"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      {others.map(other => (
        <polygon
          key={pathOf(other)}
          points={pathOf(other)}
          className="fill-none stroke-default"
          strokeWidth="1.5"
          strokeDasharray="2 3"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <polygon
        points={pathOf(corners)}
        className="fill-accent/25 stroke-surface-0"
        strokeWidth="4"
        vectorEffect="non-scaling-stroke"
      />
      <polygon
        points={pathOf(corners)}
        className="fill-none stroke-default"
        strokeWidth="2"
        strokeDasharray="6 4"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
