import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import { useLive } from '../../platform/live'
import { useOfflineSince } from '../../platform/online'

/** A lost connection is worth a word only when it does not come back by itself. */
const patience = 4000

/** Says that what is on the screen may be old: no network, or no connection to the server. */
export function OfflineStrip() {
  const { t } = useTranslation()
  const { time } = useFormat()
  const offlineSince = useOfflineSince()
  const isLost = useLost()
  const text =
    offlineSince !== null
      ? [t('shell.offline'), t('shell.offlineSince', { time: time(offlineSince) })]
      : isLost
        ? [t('shell.reconnecting'), t('shell.reconnectingText')]
        : null
  return (
    <div role="status">
      {text && (
        <p className="flex items-center gap-2 bg-warn-soft px-5 py-2 text-sm text-warn-ink max-md:px-4">
          <WifiOff size={16} />
          <span>
            <strong className="font-semibold">{text[0]}</strong> {text[1]}
          </span>
        </p>
      )}
    </div>
  )
}

function useLost(): boolean {
  const state = useLive(live => live.state)
  const isAway = state === 'waiting' || state === 'connecting'
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (!isAway) {
      setLost(false)
      return
    }
    const timer = setTimeout(() => setLost(true), patience)
    return () => clearTimeout(timer)
  }, [isAway])
  return isLost
}
