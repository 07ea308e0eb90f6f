import { z } from 'zod'
import { Instant } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type {
  deleteOwnFrames,
  Frame,
  listFrames,
  listOwnFrames,
  OwnFrame,
  readFrames,
} from '#shared/contract/sources/endpoints'
import { apiError } from '#shared/errors'
import { createCursor } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import { recordViews } from '../audit/service'
import { isVisible } from './access-store'
import { noteShown } from './feed-service'
import { frameFrom, sourceOf } from './frame-from'
import * as store from './frames-store'

const cursor = createCursor(z.object({ at: Instant, id: z.uuid() }))

/** Pictures that the caller may see; whose screen it is learns that they looked. */
export async function byIds(ctx: MemberContext, { ids }: Body<typeof readFrames>): Promise<Frame[]> {
  const rows = await store.visibleFrames(ctx, ids)
  const shown = await Promise.all(rows.map(row => frameFrom(ctx.app, row)))
  noteShown(ctx, shown)
  noteKeptShown(ctx, rows)
  return shown
}

/** Kept pictures outlive the record of who was shown them live, so views of them are in the audit log [D41]; one's own screen is not. */
function noteKeptShown(ctx: MemberContext, rows: readonly store.FrameRow[]): void {
  const kept = rows.filter(row => row.kept && !(row.source_kind === 'screen' && row.source_id === ctx.caller.user_id))
  recordViews(
    ctx,
    kept.map(row => ({
      kind: 'frame.viewed',
      subject: `frame:${row.id}`,
      details: { source: `${row.source_kind}:${row.source_id}` },
    })),
  )
}

/** The bytes of those pictures that the caller may see; whose screen it is learns that they looked. */
export async function openFrames(
  ctx: MemberContext,
  ids: readonly string[],
): Promise<{ id: string; taken_at: string; read: () => Promise<Buffer> }[]> {
  const rows = ids.length === 0 ? [] : await store.visibleFrames(ctx, ids)
  noteShown(
    ctx,
    rows.map(row => ({ id: row.id, source: sourceOf(row.source_kind, row.source_id) })),
  )
  noteKeptShown(ctx, rows)
  return rows.map(({ id, taken_at, object_key }) => ({
    id,
    taken_at,
    read: async () => (await ctx.app.objects.get(object_key)).bytes,
  }))
}

/**
 * Keeps pictures beyond their time, because a log shows them [D34]. Refuses unless the caller may see all of them; whose screen it is
 * learns that they looked.
 */
export async function keep(ctx: MemberContext, ids: readonly string[]): Promise<void> {
  const [visible, kept] = [await store.visibleFrames(ctx, ids), await store.keepFrames(ctx, ids)]
  const wished = new Set(ids).size
  // One of them may be gone since it was seen.
  if (visible.length < wished || kept < wished) throw apiError('frame.not_found')
  noteShown(
    ctx,
    visible.map(row => ({ id: row.id, source: sourceOf(row.source_kind, row.source_id) })),
  )
  noteKeptShown(
    ctx,
    visible.map(row => ({ ...row, kept: true })),
  )
}

/** The pictures of a source. Refuses with `source.not_found` where the caller may not see it; whose screen it is learns of it. */
export async function ofSource(ctx: MemberContext, body: Body<typeof listFrames>): Promise<Page<Frame>> {
  const { source, limit, from, to } = body
  const params = { from, to, after: cursor.read(body.cursor), limit: limit + 1 }
  const [isThere, rows] = await Promise.all([isVisible(ctx, source), store.framesOf(ctx, source, params)])
  if (!isThere) throw apiError('source.not_found')
  const { shown, next_cursor } = cursor.cut(rows, limit, row => ({ at: row.taken_at, id: row.id }))
  const items = await Promise.all(shown.map(row => frameFrom(ctx.app, row)))
  noteShown(ctx, items)
  noteKeptShown(ctx, shown)
  return { items, next_cursor }
}

export async function own(ctx: MemberContext, body: Body<typeof listOwnFrames>): Promise<Page<OwnFrame>> {
  const { limit, from, to } = body
  const rows = await store.ownFrames(ctx, { from, to, after: cursor.read(body.cursor), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, row => ({ at: row.taken_at, id: row.id }))
  const items = shown.map(async row => ({ ...(await frameFrom(ctx.app, row)), seen_by: row.seen_by }))
  return { items: await Promise.all(items), next_cursor }
}

/**
 * Deletes those of the named that are the caller's; refuses when none is. The pictures go before the rows do for good, so that a
 * failure leaves rows to try again with, and never a picture that nobody knows of.
 */
export async function removeOwn(ctx: MemberContext, { ids }: Body<typeof deleteOwnFrames>): Promise<null> {
  const deleted = await store.deleteOwn(ctx, ids)
  if (deleted.length === 0) throw apiError('frame.not_found')
  await ctx.audit({
    kind: 'screen.frames_deleted',
    subject: `screen:${ctx.caller.user_id}`,
    details: { frame_ids: deleted.map(one => one.id) },
  })
  await Promise.all(deleted.map(one => ctx.app.objects.delete(one.object_key)))
  return null
}
