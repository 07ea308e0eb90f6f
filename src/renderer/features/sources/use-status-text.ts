import { useTranslation } from 'react-i18next'
import { useFormat } from '../../platform/format'
import type { Item } from './items'
import { useSources } from './store'

/**
 * Describes the state of a source: live after a current picture arrived, paused, or why there is none. `isLooking`:
 * whether its pictures are requested here.
 */
export function useStatusText(): (item: Item, isLooking: boolean) => string {
  const { t } = useTranslation('sources')
  const { dayAndTime } = useFormat()
  const feedStatus = useSources(state => state.feedStatus)
  const live = useSources(state => state.live)
  const sending = (item: Item, isLooking: boolean) => {
    if (!isLooking) return t('tile.available')
    return t(live[item.key] ? 'tile.live' : 'tile.waiting')
  }
  return (item, isLooking) => {
    if (item.kind === 'camera' && item.camera.trouble) return t(`trouble.${item.camera.trouble}`)
    if (item.kind === 'screen' && item.screen.state === 'off') {
      const { since } = item.screen
      return since ? t('unavailable.stopped', { when: dayAndTime(since) }) : t('unavailable.notSharing')
    }
    if (feedStatus !== 'CONNECTED')
      return t(feedStatus === 'RECONNECTING' ? 'status.reconnecting' : 'status.disconnected')
    if (item.kind === 'camera' || item.screen.state === 'sharing') return sending(item, isLooking)
    return t(item.screen.state === 'paused' ? 'tile.paused' : 'tile.reconnecting')
  }
}
