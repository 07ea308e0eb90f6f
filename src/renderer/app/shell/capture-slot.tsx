import { Suspense, useLayoutEffect, useRef } from 'react'
import { useOnMeeting } from '../../features/meetings/on-meeting'
import { useSharing } from '../../features/sources/sharing'
import { lazyComponent } from '../../ui/lazy-component'

const Strip = lazyComponent(async () => (await import('../../features/sources/capture-strip')).CaptureStrip)
const Meeting = lazyComponent(async () => (await import('../../features/meetings/strip')).MeetingStrip)

/**
 * Holds the strips that show while the person's screen is shared or a meeting is recorded, on every page, with and
 * without the shell. All other content starts below them, whatever their height.
 */
export function CaptureSlot() {
  const sharing = useSharing(state => state.now)
  const isOnMeeting = useOnMeeting(state => state.isShown)
  const slot = useRef<HTMLDivElement>(null)
  const isEmpty = !sharing && !isOnMeeting
  useLayoutEffect(() => {
    if (isEmpty || !slot.current) return
    const root = document.documentElement
    const measure = () => root.style.setProperty('--top-inset', `${slot.current?.offsetHeight ?? 0}px`)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(slot.current)
    return () => {
      watch.disconnect()
      root.style.removeProperty('--top-inset')
    }
  }, [isEmpty])
  if (isEmpty) return null
  return (
    <div ref={slot} className="fixed inset-x-0 top-0 z-capture">
      <Suspense fallback={null}>
        {sharing && <Strip sharing={sharing} />}
        {isOnMeeting && <Meeting />}
      </Suspense>
    </div>
  )
}
