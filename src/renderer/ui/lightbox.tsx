import { ChevronLeft, ChevronRight, Download, Maximize, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from './cx'
import type { Icon } from './icon'
import { IconButton } from './icon-button'
import { LazyModal } from './lazy-modal'
import { useLocalKeys } from './local-keys'
import { useZoom } from './use-zoom'

export interface LightboxPicture {
  id: string
  title: string
  alt: string
  /** Details of the picture: where it is from, when and by whom. */
  caption?: ReactNode
  src: string
  /** A smaller version to show until the picture has loaded. */
  small?: string | undefined
  /** Called when the address did not lead to a picture. */
  onBroken: () => void
  onDownload?: () => void
  /** Buttons for further actions. */
  actions?: ReactNode
}

export interface LightboxLabels {
  close: string
  previous: string
  next: string
  larger: string
  smaller: string
  whole: string
  download: string
  place: (number: number, count: number) => string
}

interface Props {
  pictures: readonly LightboxPicture[]
  /** The id of the picture shown. */
  id: string
  onChange: (id: string) => void
  onClose: () => void
  labels: LightboxLabels
  /** What these pictures belong to; shown below the title. */
  subtitle?: ReactNode
  beyond?: Beyond
}

/** Loads pictures before the first and after the last. */
interface Beyond {
  previous: boolean
  next: boolean
  onGo: (direction: 1 | -1) => void
  /** The state or result of that search. Changes are announced. */
  notice: string | null
}

/**
 * Shows one picture over the whole window and leads to its neighbours. Arrow keys and swiping go on, or move the
 * picture while it is zoomed in. The keys +, − and 0 zoom.
 */
export function Lightbox({ pictures, id, onChange, onClose, labels, subtitle, beyond }: Props) {
  const titleId = useId()
  const image = useRef<HTMLImageElement>(null)
  const at = Math.max(
    0,
    pictures.findIndex(picture => picture.id === id),
  )
  const picture = pictures[at]
  const go = (direction: 1 | -1) => {
    const next = pictures[at + direction]
    if (next) onChange(next.id)
    else beyond?.onGo(direction)
  }
  const zoom = useZoom(image, { key: id, onSwipe: go })
  const press = useLocalKeys('picture', [
    {
      keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
      does: 'picture',
      run(key) {
        const { x, y } = ways[key] ?? { x: 0, y: 0 }
        if (zoom.isZoomed) zoom.move(x, y)
        else if (x !== 0) go(x)
      },
    },
    { keys: ['+', '='], does: 'larger', run: zoom.larger },
    { keys: ['-'], does: 'smaller', run: zoom.smaller },
    { keys: ['0'], does: 'whole', run: zoom.reset },
  ])
  const [loaded, setLoaded] = useState<string | null>(null)
  /** Each broken address is reported once. */
  const broken = useRef(new Set<string>())
  if (!picture) return null
  const { title, alt, caption, src, small, onBroken, onDownload, actions } = picture
  const isOneOfMany = pictures.length > 1
  const isFirst = at === 0 && !beyond?.previous
  const isLast = at === pictures.length - 1 && !beyond?.next
  const hasWays = isOneOfMany || beyond !== undefined

  function onKeyDown(event: KeyboardEvent) {
    // React also passes on key events of a dialog that one of the actions opened.
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) press(event)
  }

  return (
    <LazyModal
      open
      onClose={onClose}
      labelledBy={titleId}
      firstFocus="box"
      onKeyDown={onKeyDown}
      className="inset-x-0 top-top-inset bottom-0 duration-base ease-enter data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      {/* Pictures have no theme, so the background is dark in both. */}
      <div data-theme="dark" className="flex min-h-0 flex-1 flex-col bg-surface-0 text-default">
        <div className="flex min-h-header shrink-0 items-center gap-1 px-4 max-md:px-3">
          <div className="min-w-0 flex-1">
            <h2 id={titleId} className="truncate text-md font-semibold">
              {title}
            </h2>
            {subtitle && <p className="line-clamp-2 text-sm text-muted md:line-clamp-1">{subtitle}</p>}
          </div>
          {isOneOfMany && (
            <p aria-live="polite" className="px-2 text-sm whitespace-nowrap text-muted tabular-nums">
              {labels.place(at + 1, pictures.length)}
            </p>
          )}
          {actions}
          {onDownload && <IconButton icon={Download} label={labels.download} onClick={onDownload} />}
          <IconButton icon={X} label={labels.close} onClick={onClose} />
        </div>
        <div className="relative min-h-0 flex-1">
          <div
            ref={zoom.frame}
            {...zoom.handlers}
            className={cx(
              'absolute inset-0 touch-none overflow-hidden select-none',
              zoom.isZoomed ? (zoom.isHeld ? 'cursor-grabbing' : 'cursor-grab') : 'cursor-zoom-in',
            )}
          >
            <div
              className={cx('absolute inset-0', !zoom.isHeld && 'transition-transform duration-fast ease-standard')}
              style={{ transform: `translate(${zoom.view.x}px, ${zoom.view.y}px) scale(${zoom.view.scale})` }}
            >
              {small && loaded !== src && (
                <img
                  src={small}
                  alt=""
                  draggable={false}
                  className="absolute inset-0 size-full object-contain blur-xs"
                />
              )}
              <img
                key={id}
                ref={image}
                src={src}
                alt={alt}
                draggable={false}
                onLoad={() => {
                  broken.current.delete(id)
                  setLoaded(src)
                }}
                onError={() => {
                  if (!broken.current.has(id)) onBroken()
                  broken.current.add(id)
                }}
                className="absolute inset-0 m-auto max-h-full max-w-full"
              />
            </div>
          </div>
          {beyond && (
            <p
              role="status"
              className={cx(
                'pointer-events-none absolute inset-x-4 bottom-3 mx-auto w-fit max-w-full rounded-sm text-center text-sm',
                // Always rendered, so that changes of its text are announced.
                beyond.notice && 'bg-surface-3 px-3 py-1.5',
              )}
            >
              {beyond.notice}
            </p>
          )}
          {hasWays && (
            <>
              <span className="absolute top-1/2 left-3 -translate-y-1/2 max-md:hidden">
                <Tool icon={ChevronLeft} label={labels.previous} isOff={isFirst} onPress={() => go(-1)} isFloating />
              </span>
              <span className="absolute top-1/2 right-3 -translate-y-1/2 max-md:hidden">
                <Tool icon={ChevronRight} label={labels.next} isOff={isLast} onPress={() => go(1)} isFloating />
              </span>
            </>
          )}
        </div>
        <div className="flex shrink-0 items-end gap-3 px-4 py-3 max-md:flex-col max-md:items-stretch max-md:pb-[calc(12px+env(safe-area-inset-bottom))]">
          <div className="max-h-28 min-w-0 flex-1 overflow-y-auto text-sm text-muted wrap-anywhere">{caption}</div>
          <div className="flex shrink-0 items-center justify-end gap-1">
            {hasWays && (
              <span className="mr-auto flex gap-1 md:hidden">
                <Tool icon={ChevronLeft} label={labels.previous} isOff={isFirst} onPress={() => go(-1)} />
                <Tool icon={ChevronRight} label={labels.next} isOff={isLast} onPress={() => go(1)} />
              </span>
            )}
            <Tool icon={ZoomOut} label={labels.smaller} keys="-" isOff={!zoom.isZoomed} onPress={zoom.smaller} />
            <Tool icon={Maximize} label={labels.whole} keys="0" isOff={!zoom.isZoomed} onPress={zoom.reset} />
            <Tool icon={ZoomIn} label={labels.larger} keys="+" isOff={zoom.isLargest} onPress={zoom.larger} />
          </div>
        </div>
      </div>
    </LazyModal>
  )
}

interface ToolProps {
  icon: Icon
  label: string
  keys?: string
  isOff: boolean
  onPress: () => void
  isFloating?: boolean
}

/** A disabled tool stays in its place and keeps the focus. */
function Tool({ icon, label, keys, isOff, onPress, isFloating = false }: ToolProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      keys={keys}
      tooltipSide="top"
      aria-disabled={isOff}
      onClick={onPress}
      className={cx(isOff && 'opacity-50')}
      {...(isFloating && { size: 'lg', variant: 'outline' })}
    />
  )
}

const ways: Record<string, { x: -1 | 0 | 1; y: -1 | 0 | 1 }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
