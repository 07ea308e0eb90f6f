import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Frame } from '#shared/contract/sources/endpoints'
import { cx } from '../../../ui/cx'
import { useLocalKeys } from '../../../ui/local-keys'
import { FrameImage } from '../frame-image'
import { useExactTime } from '../picker/exact-time'
import { useTimeline } from './store'

/** In pixels, with the gap. */
const pictureWidth = 134

interface Props {
  frames: readonly Frame[]
  /** The picture whose time the large picture has, or the last one before it. */
  current: Frame | undefined
  label: string
  onChoose: (frame: Frame) => void
  /** An arrow key leads beyond the first or the last picture. */
  onBeyond: (direction: 'before' | 'after') => void
}

/**
 * The pictures of a range side by side. The arrow keys, Home and End move through them; pictures load as they come into
 * sight.
 */
export function Strip({ frames, current, label, onChoose, onBeyond }: Props) {
  const { t } = useTranslation('sources')
  const exactTime = useExactTime()
  const list = useRef<HTMLUListElement>(null)
  const reached = current ?? frames[0]
  useEffect(() => {
    const button = list.current?.querySelector<HTMLElement>(`[data-frame="${current?.id}"]`)
    button?.scrollIntoView({ block: 'nearest', inline: 'center' })
    // The keyboard focus follows the arrow keys to pictures that had to be loaded first.
    if (list.current?.contains(document.activeElement)) button?.focus({ preventScroll: true })
  }, [current?.id])

  const at = frames.findIndex(frame => frame.id === reached?.id)
  function go(place: number) {
    const frame = frames[place]
    if (frame) onChoose(frame)
    else onBeyond(place < 0 ? 'before' : 'after')
  }
  const onKeyDown = useLocalKeys('strip', [
    { keys: ['ArrowLeft', 'ArrowRight'], does: 'picture', run: key => go(key === 'ArrowLeft' ? at - 1 : at + 1) },
    { keys: ['Home', 'End'], does: 'picturesEnd', run: key => go(key === 'Home' ? 0 : frames.length - 1) },
  ])

  return (
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={onKeyDown}
      onScroll={event => {
        const { scrollLeft, clientWidth, scrollWidth } = event.currentTarget
        useTimeline.getState().scrolledBack(scrollLeft + clientWidth < scrollWidth - pictureWidth)
      }}
      className="flex shrink-0 gap-1.5 overflow-x-auto overscroll-x-contain p-1 pb-2"
    >
      {frames.map(frame => {
        const isCurrent = frame.id === current?.id
        const time = exactTime(frame.taken_at)
        return (
          <li key={frame.id} className="shrink-0">
            <button
              type="button"
              data-frame={frame.id}
              aria-label={t('timeline.pictureAt', { time })}
              aria-current={isCurrent || undefined}
              tabIndex={frame.id === reached?.id ? 0 : -1}
              onClick={() => onChoose(frame)}
              className={cx(
                'relative block h-[72px] w-32 overflow-hidden rounded-sm bg-surface-3',
                isCurrent && 'ring-2 ring-accent',
              )}
            >
              <FrameImage
                frame={frame}
                alt=""
                className="size-full object-cover"
                renew={id => useTimeline.getState().renew(id)}
              />
              <span
                data-theme="dark"
                className="absolute bottom-1 left-1 rounded-xs bg-surface-0/80 px-1 text-xs font-medium text-default tabular-nums"
              >
                {time}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
