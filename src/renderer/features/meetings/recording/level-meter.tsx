import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../../../ui/use-media'

const bars = 5
/** Milliseconds between updates for people who prefer reduced motion, and between announcements. */
const calm = 500

/** Shows the loudness of a microphone. Updates bypass React, because they come with every frame. */
export function LevelMeter({ level }: { level: () => number }) {
  const { t } = useTranslation('meetings')
  const meter = useRef<HTMLSpanElement>(null)
  const isCalm = useMedia('(prefers-reduced-motion: reduce)')
  const latest = useRef(level)
  useEffect(() => {
    latest.current = level
  })
  useEffect(() => {
    let frame = 0
    let moved = 0
    let announcedAt = 0
    function draw(now: number) {
      frame = requestAnimationFrame(draw)
      if (!meter.current || (isCalm && now - moved < calm)) return
      moved = now
      const loud = latest.current()
      for (const [index, bar] of [...meter.current.children].entries()) {
        const part = Math.min(1, Math.max(0.12, loud * bars - index))
        ;(bar as HTMLElement).style.scale = `1 ${part}`
      }
      if (now - announcedAt < calm) return
      announcedAt = now
      meter.current.setAttribute('aria-valuenow', String(Math.round(loud * 100)))
    }
    frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [isCalm])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element has its own appearance.
    <span
      ref={meter}
      role="meter"
      aria-label={t('level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className="flex h-4 items-center gap-[3px]"
    >
      {Array.from({ length: bars }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their position.
          key={index}
          className="h-full w-[3px] origin-center scale-y-[0.12] rounded-full bg-current"
        />
      ))}
    </span>
  )
}
