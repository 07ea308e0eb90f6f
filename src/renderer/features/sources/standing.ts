import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import type { Item } from './items'
import { useSources } from './store'

/** Says how a source stands: live, paused, or why no picture comes. */
export function useStandingText(): (item: Item) => string {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  const feedStatus = useSources(state => state.feedStatus)
  return item => {
    if (item.kind === 'camera' && item.camera.trouble) return t(`trouble.${item.camera.trouble}`)
    if (item.kind === 'screen' && item.screen.state === 'off') {
      const { since } = item.screen
      return since ? t('unavailable.stopped', { when: dayAndTime(since) }) : t('unavailable.notSharing')
    }
    if (feedStatus !== 'CONNECTED')
      return t(feedStatus === 'RECONNECTING' ? 'status.reconnecting' : 'status.disconnected')
    if (item.kind === 'camera' || item.screen.state === 'sharing') return t('tile.live')
    return t(item.screen.state === 'paused' ? 'tile.paused' : 'tile.reconnecting')
  }
}
