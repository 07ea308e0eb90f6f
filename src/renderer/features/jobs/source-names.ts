import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobSource } from '#shared/contract/jobs/job'
import type { Source } from '#shared/contract/sources/endpoints'
import { useSources } from '../sources/store'

/** Cameras and screens of a job, in the order in which it looks at them. */
export const picturesOf = ({ feed_ids, user_ids }: Pick<JobSource, 'feed_ids' | 'user_ids'>): Source[] => [
  ...feed_ids.map(camera_id => ({ kind: 'camera', camera_id }) as const),
  ...user_ids.map(user_id => ({ kind: 'screen', user_id }) as const),
]

/** A source as the store of sources and addresses name it: `camera.4`. */
export const keyOf = (source: Source): string =>
  source.kind === 'camera' ? `camera.${source.camera_id}` : `screen.${source.user_id}`

export interface NamedSource {
  source: Source
  name: string
}

/** Every camera and every screen that the person may see, by name. */
export function useNamedSources(): readonly NamedSource[] {
  const cameras = useSources(state => state.items)
  const feed = useSources(state => state.feed)
  return useMemo(() => {
    const screens = feed ? [...feed.screen_sharing_users, ...feed.accessible_user_screens] : []
    const all: NamedSource[] = [
      ...cameras.map(({ camera_id, name }) => ({ source: { kind: 'camera', camera_id } as const, name })),
      ...screens.map(({ user }) => ({
        source: { kind: 'screen', user_id: user.user_id } as const,
        name: user.user_displayname,
      })),
    ]
    return all.sort((a, b) => a.name.localeCompare(b.name))
  }, [cameras, feed])
}

/** Returns the name of a source, and whether this person may see it. Until the sources are loaded it is not known. */
export function useSourceNames(): (source: Source) => { name: string; isKnown: boolean } {
  const { t } = useTranslation('jobs')
  const all = useNamedSources()
  const isLoaded = useSources(state => state.feed !== null)
  return source => {
    const found = all.find(known => keyOf(known.source) === keyOf(source))
    const name = found?.name ?? t(isLoaded ? 'source.hidden' : `source.${source.kind}`)
    return { name, isKnown: found !== undefined }
  }
}
