import type { FeedData, Frame, Screen } from '#shared/contract/sources/endpoints'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import { runAsSystem } from '../../platform/run-as'
import { granteesOf } from '../access/service'
import { cameraFrom } from './cameras-service'
import { visibleCameras } from './cameras-store'
import { newestFrom } from './frame-from'
import { insertViews } from './frames-store'
import { feedManager } from './live/feed-manager'
import { listsFrom } from './permission-lists'
import * as screens from './screens-store'

/** Everything that the Source page needs [3.18a]. */
export async function read(ctx: MemberContext): Promise<FeedData> {
  const { app, organization_id, caller } = ctx
  const [screenRows, cameraRows, isOpen, grantees] = await Promise.all([
    screens.visibleScreens(ctx),
    visibleCameras(ctx),
    screens.isOpenToAll(ctx),
    granteesOf(ctx, { kind: 'screen', id: caller.user_id }),
  ])
  const shown = await Promise.all(screenRows.map(row => screenFrom(ctx, row)))
  const [sharing, others] = [
    shown.filter(screen => screen.state !== 'off'),
    shown.filter(screen => screen.state === 'off'),
  ]
  const screenIds = new Set([caller.user_id, ...screenRows.map(row => row.user_id)])
  const cameraIds = new Set(cameraRows.map(row => row.id))
  recordShown(
    ctx,
    shown.flatMap(screen => screen.last_frame ?? []),
  )
  return {
    screen_sharing_users: sharing,
    screen_viewers: feedManager(app)
      .viewers(organization_id)
      .filter(({ source }) =>
        source.kind === 'screen' ? screenIds.has(source.user_id) : cameraIds.has(source.camera_id),
      ),
    accessible_cctv_feeds: await Promise.all(cameraRows.map(row => cameraFrom(ctx, row))),
    accessible_user_screens: others,
    is_my_screen_accessible_to_org: isOpen,
    my_screen_user_ids: listsFrom(grantees).user_ids,
  }
}

async function screenFrom(ctx: MemberContext, row: screens.ScreenRow): Promise<Screen> {
  const live = feedManager(ctx.app).sharing(ctx.organization_id, row.user_id)
  const [user, last_frame] = await Promise.all([
    personFrom(ctx, row),
    newestFrom(ctx.app, { kind: 'screen', user_id: row.user_id }, row),
  ])
  // A killed server could not store when sharing ended, so the last picture may be later than the start.
  const since =
    live?.since ??
    [row.since, row.taken_at]
      .filter(instant => instant !== null)
      .sort()
      .at(-1) ??
    null
  return { user, state: live?.state ?? 'off', since, what: live?.what ?? null, last_frame }
}

/** Whoever receives the picture of another person's screen has seen it [D34]. */
export function recordShown(ctx: MemberContext, frames: readonly Pick<Frame, 'id' | 'source'>[]): void {
  const { app, organization_id, caller, now } = ctx
  const frame_ids = frames.flatMap(({ id, source }) =>
    source.kind === 'screen' && source.user_id !== caller.user_id ? [id] : [],
  )
  if (frame_ids.length === 0) return
  const onlookers = [{ user_id: caller.user_id }]
  ctx.afterCommit(() =>
    runAsSystem(app, organization_id, ({ tx }) => insertViews(tx, organization_id, { frame_ids, onlookers, at: now })),
  )
}
