import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopiesShown } from '../../platform/copies-shown'
import { useFormat } from '../../platform/format'
import { useLive } from '../../platform/live'
import { useOfflineSince } from '../../platform/online'
import { useOutage } from '../../platform/outage'
import { cx } from '../../ui/cx'

/** A lost connection is reported only when it does not return by itself, after this many milliseconds. */
const reportDelay = 4000
/** Copies are shown while a slow network is asked. Only if it takes this many milliseconds, the strip says so. */
const awaitedDelay = 3000

/** Says that the content may be outdated, because there is no network or no connection to the server. */
export function OfflineStrip() {
  const { t } = useTranslation()
  const { time, dayAndTime, daysAgo } = useFormat()
  const offlineSince = useOfflineSince()
  const isLost = useLost()
  const readAt = useReadAt()
  const isAwaited = useCopiesShown(({ shown, awaited }) => Object.keys(shown).every(name => name in awaited))
  const isLate = useAfter(isAwaited && readAt !== null, awaitedDelay)
  const copy =
    readAt &&
    (!isAwaited || isLate) &&
    t('shell.copy', { time: daysAgo(readAt) === 0 ? time(readAt) : dayAndTime(readAt) })
  const text =
    offlineSince !== null
      ? [t('shell.offline'), copy ?? t('shell.offlineSince', { time: time(offlineSince) })]
      : copy
        ? [t(isAwaited ? 'shell.awaited' : 'shell.unreachable'), copy]
        : isLost
          ? [t('shell.reconnecting'), t('shell.reconnectingText')]
          : null
  const isReported = text !== null
  // It passes with the answer, so it lies over the page: making room twice would move what is being read. Nothing is
  // typed in the header; that of a phone has no room.
  const isPassing = !!copy && isAwaited && offlineSince === null
  useEffect(() => {
    useOutage.getState().setReported(isReported)
    return () => useOutage.getState().setReported(false)
  }, [isReported])
  return (
    <div role="status">
      {text && (
        <p
          className={cx(
            'flex items-center gap-2 bg-warn-soft px-5 py-2 text-sm text-warn-ink max-md:px-4',
            isPassing &&
              'pointer-events-none absolute inset-x-0 top-0 z-sticky mx-auto max-w-88 rounded-md shadow-2 max-md:top-16',
          )}
        >
          <WifiOff size={16} />
          <span>
            <strong className="font-semibold">{text[0]}</strong> {text[1]}
          </span>
        </p>
      )}
    </div>
  )
}

/** Returns when the oldest copy on screen was read, or null if everything is from the server. */
function useReadAt(): number | null {
  const shown = useCopiesShown(state => state.shown)
  const times = Object.values(shown)
  return times.length > 0 ? Math.min(...times) : null
}

function useLost(): boolean {
  const state = useLive(live => live.state)
  return useAfter(state === 'waiting' || state === 'connecting', reportDelay)
}

/** Returns whether something has lasted for some milliseconds. */
function useAfter(isSo: boolean, delay: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isSo) {
      setLong(false)
      return
    }
    const timer = setTimeout(() => setLong(true), delay)
    return () => clearTimeout(timer)
  }, [isSo, delay])
  return isLong
}
