import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Source } from '#shared/contract/sources/endpoints'
import { useSession } from '../../platform/session'
import { useSources } from './store'

/** Returns the name of a source; null if it is not among this person's sources. */
export function useSourceName(): (source: Source) => string | null {
  const { t } = useTranslation('sources')
  const userId = useSession(state => state.userId)
  const feed = useSources(state => state.feed)
  const cameras = useSources(state => state.items)
  return useCallback(
    source => {
      if (source.kind === 'screen' && source.user_id === userId) return t('tile.yourScreen')
      if (!feed) return null
      if (source.kind === 'camera') return cameras.find(camera => camera.camera_id === source.camera_id)?.name ?? null
      const screens = [...feed.screen_sharing_users, ...feed.accessible_user_screens]
      return screens.find(screen => screen.user.user_id === source.user_id)?.user.user_displayname ?? null
    },
    [feed, cameras, userId, t],
  )
}
