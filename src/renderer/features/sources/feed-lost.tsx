import { RadioTower, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { feed } from '#shared/contract/sources/limits'
import { useOutage } from '../../platform/outage'
import { Button } from '../../ui/button'
import { useSources } from './store'
import { currentLine } from './watching'

/**
 * Says that no new pictures arrive, which attempt is running, and that the pictures are old [4.10, 9.5]. During a full
 * outage only the strip of the shell is shown.
 */
export function FeedLost() {
  const { t } = useTranslation('sources')
  const feedStatus = useSources(state => state.feedStatus)
  const tries = useSources(state => state.tries)
  const isAlreadyReported = useOutage(state => state.isReported)
  const isLost = feedStatus !== 'CONNECTED' && tries > 0 && !isAlreadyReported
  return (
    <div role="status">
      {isLost && (
        <div className="flex flex-wrap items-center gap-2 bg-warn-soft px-5 py-2 text-sm text-warn-ink max-md:px-4">
          <RadioTower size={16} />
          <p className="min-w-0 flex-1">
            <strong className="font-semibold">
              {feedStatus === 'RECONNECTING' ? t('lost.again') : t('lost.resting')}
            </strong>{' '}
            {feedStatus === 'RECONNECTING' && t('lost.try', { number: tries, most: feed.reconnects })} {t('lost.stale')}
          </p>
          <Again />
        </div>
      )}
    </div>
  )
}

/** Shown only where the page controls the connection. */
function Again() {
  const { t } = useTranslation('sources')
  const retry = currentLine()?.retry
  if (!retry) return null
  return (
    <Button size="sm" icon={RefreshCw} onClick={retry}>
      {t('lost.now')}
    </Button>
  )
}
