import type { FeedData, Frame, Screen } from '#shared/contract/sources'
import { actAlone } from '../../platform/acting'
import type { MemberScene } from '../../platform/scene'
import { granteesOf } from '../access/service'
import { personFrom } from '../profile/person-service'
import { cameraFrom } from './cameras-service'
import { visibleCameras } from './cameras-store'
import { newestFrom } from './frame-from'
import { insertViews } from './frames-store'
import { sourceDesk } from './live/desk'
import { listsFrom } from './permission-lists'
import * as screens from './screens-store'

/** Everything that the Source page needs [3.18a]. */
export async function read(at: MemberScene): Promise<FeedData> {
  const { house, organization_id, caller } = at
  const [screenRows, cameraRows, isOpen, grantees] = await Promise.all([
    screens.visibleScreens(at),
    visibleCameras(at),
    screens.isOpenToAll(at),
    granteesOf(at, { kind: 'screen', id: caller.user_id }),
  ])
  const shown = await Promise.all(screenRows.map(row => screenFrom(at, row)))
  const [sharing, others] = [shown.filter(one => one.state !== 'off'), shown.filter(one => one.state === 'off')]
  const screenIds = new Set([caller.user_id, ...screenRows.map(row => row.user_id)])
  const cameraIds = new Set(cameraRows.map(row => row.id))
  noteShown(
    at,
    shown.flatMap(one => one.last_frame ?? []),
  )
  return {
    screen_sharing_users: sharing,
    screen_viewers: sourceDesk(house)
      .viewers(organization_id)
      .filter(({ source }) =>
        source.kind === 'screen' ? screenIds.has(source.user_id) : cameraIds.has(source.camera_id),
      ),
    accessible_cctv_feeds: await Promise.all(cameraRows.map(row => cameraFrom(at, row))),
    accessible_user_screens: others,
    is_my_screen_accessible_to_org: isOpen,
    my_screen_user_ids: listsFrom(grantees).user_ids,
  }
}

async function screenFrom(at: MemberScene, row: screens.ScreenRow): Promise<Screen> {
  const live = sourceDesk(at.house).sharing(at.organization_id, row.user_id)
  const [user, last_frame] = await Promise.all([
    personFrom(at, row),
    newestFrom(at.house, { kind: 'screen', user_id: row.user_id }, row),
  ])
  // A server that was cut off could not note when the screen went dark: its last picture is later than its start.
  const since =
    live?.since ??
    [row.since, row.taken_at]
      .filter(one => one !== null)
      .sort()
      .at(-1) ??
    null
  return { user, state: live?.state ?? 'off', since, what: live?.what ?? null, last_frame }
}

/** Whoever is handed the picture of another person's screen has seen it [D34]. */
export function noteShown(at: MemberScene, frames: readonly Pick<Frame, 'id' | 'source'>[]): void {
  const { house, organization_id, caller, now } = at
  const frame_ids = frames.flatMap(({ id, source }) =>
    source.kind === 'screen' && source.user_id !== caller.user_id ? [id] : [],
  )
  if (frame_ids.length === 0) return
  const onlooker = { user_id: caller.user_id }
  at.after(() =>
    actAlone(house, organization_id, ({ tx }) => insertViews(tx, organization_id, { frame_ids, onlooker, at: now })),
  )
}
