import { z } from 'zod'
import { Instant } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type { Frame, listFrames, readFrames } from '#shared/contract/sources/endpoints'
import type { deleteOwnFrames, listOwnFrames, OwnFrame } from '#shared/contract/sources/own-frames'
import { apiError } from '#shared/errors'
import { createCursor } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import { recordViews } from '../audit/service'
import { isVisible } from './access-store'
import { recordShown } from './feed-service'
import { frameFrom, sourceOf } from './frame-from'
import * as store from './frames-store'

const cursor = createCursor(z.object({ at: Instant, id: z.uuid() }))

/** Pictures that the caller may see; the person whose screen it is learns that they looked. */
export async function byIds(ctx: MemberContext, { ids }: Body<typeof readFrames>): Promise<Frame[]> {
  return shownFrames(ctx, await store.visibleFrames(ctx, ids))
}

/** Pictures as the caller is shown them; the person whose screen it is learns that they looked. */
export async function shownFrames(ctx: MemberContext, rows: readonly store.FrameRow[]): Promise<Frame[]> {
  const shown = await Promise.all(rows.map(row => frameFrom(ctx.app, row)))
  recordShown(ctx, shown)
  recordViewsOfKept(ctx, rows)
  return shown
}

/**
 * Kept pictures outlive the record of their live viewers, so views of them are in the audit log [D41]; those of one's
 * own screen are not.
 */
export function recordViewsOfKept(
  ctx: MemberContext,
  rows: readonly Pick<store.FrameRow, 'id' | 'kept' | 'source_kind' | 'source_id'>[],
): void {
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

/** The bytes of the pictures that the caller may see; the person whose screen it is learns that they looked. */
export async function openFrames(
  ctx: MemberContext,
  ids: readonly string[],
): Promise<{ id: string; taken_at: string; read: () => Promise<Buffer> }[]> {
  const rows = ids.length === 0 ? [] : await store.visibleFrames(ctx, ids)
  recordShown(
    ctx,
    rows.map(row => ({ id: row.id, source: sourceOf(row.source_kind, row.source_id) })),
  )
  recordViewsOfKept(ctx, rows)
  return rows.map(({ id, taken_at, object_key }) => ({
    id,
    taken_at,
    read: async () => (await ctx.app.objects.get(object_key)).bytes,
  }))
}

/**
 * Keeps pictures beyond their time, because a log shows them [D34]. Refuses unless the caller may see all of them; the
 * person whose screen it is learns that they looked.
 */
export async function keepFrames(ctx: MemberContext, ids: readonly string[]): Promise<void> {
  const [visible, kept] = [await store.visibleFrames(ctx, ids), await store.keepFrames(ctx, ids)]
  const wished = new Set(ids).size
  // One of them may have been deleted since it was seen.
  if (visible.length < wished || kept < wished) throw apiError('frame.not_found')
  recordShown(
    ctx,
    visible.map(row => ({ id: row.id, source: sourceOf(row.source_kind, row.source_id) })),
  )
  recordViewsOfKept(
    ctx,
    visible.map(row => ({ ...row, kept: true })),
  )
}

/**
 * The pictures of a source. Refuses with `source.not_found` if the caller may not see it; the person whose screen it is
 * learns of it.
 */
export async function ofSource(ctx: MemberContext, body: Body<typeof listFrames>): Promise<Page<Frame>> {
  const { source, limit, from, to } = body
  const params = { from, to, after: cursor.read(body.cursor), limit: limit + 1 }
  const [isThere, rows] = await Promise.all([isVisible(ctx, source), store.framesOf(ctx, source, params)])
  if (!isThere) throw apiError('source.not_found')
  const { shown, next_cursor } = cursor.cut(rows, limit, row => ({ at: row.taken_at, id: row.id }))
  return { items: await shownFrames(ctx, shown), next_cursor }
}

export async function own(ctx: MemberContext, body: Body<typeof listOwnFrames>): Promise<Page<OwnFrame>> {
  const { limit, from, to } = body
  const rows = await store.ownFrames(ctx, { from, to, after: cursor.read(body.cursor), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, row => ({ at: row.taken_at, id: row.id }))
  const items = shown.map(async row => ({ ...(await frameFrom(ctx.app, row)), seen_by: row.seen_by }))
  return { items: await Promise.all(items), next_cursor }
}

/**
 * Deletes the given pictures of the caller; refuses if none is theirs. The objects are deleted before the commit, so
 * that a failure leaves rows to retry with, and never an unknown object.
 */
export async function removeOwn(ctx: MemberContext, { ids }: Body<typeof deleteOwnFrames>): Promise<null> {
  const deleted = await store.deleteOwn(ctx, ids)
  if (deleted.length === 0) throw apiError('frame.not_found')
  await ctx.audit({
    kind: 'screen.frames_deleted',
    subject: `screen:${ctx.caller.user_id}`,
    details: { frame_ids: deleted.map(frame => frame.id) },
  })
  await Promise.all(deleted.map(frame => ctx.app.objects.delete(frame.object_key)))
  return null
}
