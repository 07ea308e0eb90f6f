import type { Camera, Screen, Source } from '#shared/contract/sources/endpoints'
import { keyOf, type SourceKey } from './keys'
import type { Screens } from './store'

interface Common {
  key: SourceKey
  source: Source
  name: string
  /** The branches of the camera or the person. */
  branchIds: readonly number[]
  /** Whether pictures can arrive, so that it has a place in the grid. */
  isThere: boolean
}

/** A source as the page shows it. */
export type Item =
  | (Common & { kind: 'camera'; camera: Camera })
  | (Common & { kind: 'screen'; screen: Screen; isOwn: boolean })

/** What the names of sources depend on. */
interface NamingContext {
  userId: number | null
  ownName: string
  branchesOf: (user_id: number) => readonly number[]
}

/** Returns every source of the feed, one's own screen first, then by name. */
export function itemsOf(
  feed: Screens,
  allCameras: readonly Camera[],
  { userId, ownName, branchesOf }: NamingContext,
): Item[] {
  const screens = [...feed.screen_sharing_users, ...feed.accessible_user_screens].map((screen): Item => {
    const source: Source = { kind: 'screen', user_id: screen.user.user_id }
    const isOwn = source.user_id === userId
    return {
      kind: 'screen',
      key: keyOf(source),
      source,
      screen,
      isOwn,
      name: isOwn ? ownName : screen.user.user_displayname,
      branchIds: branchesOf(source.user_id),
      isThere: screen.state !== 'off',
    }
  })
  const cameras = allCameras.map((camera): Item => {
    const source: Source = { kind: 'camera', camera_id: camera.camera_id }
    return {
      kind: 'camera',
      key: keyOf(source),
      source,
      camera,
      name: camera.name,
      branchIds: camera.branch_id === null ? [] : [camera.branch_id],
      isThere: camera.trouble === null,
    }
  })
  const isFirst = (item: Item) => item.kind === 'screen' && item.isOwn
  return [...screens, ...cameras].sort(
    (a, b) => Number(isFirst(b)) - Number(isFirst(a)) || a.name.localeCompare(b.name),
  )
}

export type Show = 'all' | 'screens' | 'cameras'

export interface Filter {
  show: Show
  branchId: number | null
}

const kinds = { screens: 'screen', cameras: 'camera' } as const

export function fits(item: Item, { show, branchId }: Filter): boolean {
  return (show === 'all' || item.kind === kinds[show]) && (branchId === null || item.branchIds.includes(branchId))
}

/** Counts the sources of each kind; screens that are not shared do not count. */
export function countsOf(items: readonly Item[], branchId: number | null): Record<Show, number> {
  const counted = items.filter(
    item => (item.kind === 'camera' || item.isThere) && fits(item, { show: 'all', branchId }),
  )
  const cameras = counted.filter(item => item.kind === 'camera').length
  return { all: counted.length, screens: counted.length - cameras, cameras }
}
