import { useTranslation } from 'react-i18next'
import type { Viewer } from '#shared/contract/sources/endpoints'
import { useSession } from '../../platform/session'

/** Names a viewer: the person themselves as "You", jobs marked as such. */
export function useViewerName(): (viewer: Viewer) => string {
  const { t } = useTranslation('sources')
  const userId = useSession(state => state.userId)
  return ({ user_id, job_id, name }) => {
    if (job_id !== null) return t('viewer.job', { name })
    return user_id === userId ? t('viewer.you') : name
  }
}

/** Lists the names of all viewers as one text. */
export function useWatchingText(): (viewers: readonly Viewer[]) => string {
  const { t, i18n } = useTranslation('sources')
  const nameOf = useViewerName()
  return viewers =>
    viewers.length === 0
      ? t('strip.nobody')
      : t('strip.watching', { names: new Intl.ListFormat(i18n.language).format(viewers.map(nameOf)) })
}
