import { z } from 'zod'
import { Instant } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type { deleteOwnFrames, Frame, listFrames, listOwnFrames, OwnFrame, readFrames } from '#shared/contract/sources'
import { refuse } from '#shared/errors'
import { cursorOf } from '../../platform/cursor'
import type { MemberScene } from '../../platform/scene'
import { noteViews } from '../audit/service'
import { isVisible } from './access-store'
import { noteShown } from './feed-service'
import { frameFrom, sourceOf } from './frame-from'
import * as store from './frames-store'

const cursor = cursorOf(z.object({ at: Instant, id: z.uuid() }))

/** Pictures that the caller may see; whose screen it is learns that they looked. */
export async function byIds(at: MemberScene, { ids }: Body<typeof readFrames>): Promise<Frame[]> {
  const rows = await store.visibleFrames(at, ids)
  const shown = await Promise.all(rows.map(row => frameFrom(at.house, row)))
  noteShown(at, shown)
  noteKeptShown(at, rows)
  return shown
}

/** Kept pictures outlive the record of who was shown them live, so views of them are in the audit log [D41]; one's own screen is not. */
function noteKeptShown(at: MemberScene, rows: readonly store.FrameRow[]): void {
  const kept = rows.filter(row => row.kept && !(row.source_kind === 'screen' && row.source_id === at.caller.user_id))
  noteViews(
    at,
    kept.map(row => ({
      kind: 'frame.viewed',
      subject: `frame:${row.id}`,
      details: { source: `${row.source_kind}:${row.source_id}` },
    })),
  )
}

/** The bytes of those pictures that the caller may see; whose screen it is learns that they looked. */
export async function openFrames(
  at: MemberScene,
  ids: readonly string[],
): Promise<{ id: string; taken_at: string; read: () => Promise<Buffer> }[]> {
  const rows = ids.length === 0 ? [] : await store.visibleFrames(at, ids)
  noteShown(
    at,
    rows.map(row => ({ id: row.id, source: sourceOf(row.source_kind, row.source_id) })),
  )
  noteKeptShown(at, rows)
  return rows.map(({ id, taken_at, object_key }) => ({
    id,
    taken_at,
    read: async () => (await at.house.objects.get(object_key)).bytes,
  }))
}

/**
 * Keeps pictures beyond their time, because a log shows them [D34]. Refuses unless the caller may see all of them; whose screen it is
 * learns that they looked.
 */
export async function keep(at: MemberScene, ids: readonly string[]): Promise<void> {
  const [visible, kept] = [await store.visibleFrames(at, ids), await store.keepFrames(at, ids)]
  const wished = new Set(ids).size
  // One of them may be gone since it was seen.
  if (visible.length < wished || kept < wished) throw refuse('frame.not_found')
  noteShown(
    at,
    visible.map(row => ({ id: row.id, source: sourceOf(row.source_kind, row.source_id) })),
  )
  noteKeptShown(
    at,
    visible.map(row => ({ ...row, kept: true })),
  )
}

/** The pictures of a source. Refuses with `source.not_found` where the caller may not see it; whose screen it is learns of it. */
export async function ofSource(at: MemberScene, body: Body<typeof listFrames>): Promise<Page<Frame>> {
  const { source, limit, from, to } = body
  const wish = { from, to, after: cursor.read(body.cursor), limit: limit + 1 }
  const [isThere, rows] = await Promise.all([isVisible(at, source), store.framesOf(at, source, wish)])
  if (!isThere) throw refuse('source.not_found')
  const { shown, next_cursor } = cursor.cut(rows, limit, row => ({ at: row.taken_at, id: row.id }))
  const items = await Promise.all(shown.map(row => frameFrom(at.house, row)))
  noteShown(at, items)
  noteKeptShown(at, shown)
  return { items, next_cursor }
}

export async function own(at: MemberScene, body: Body<typeof listOwnFrames>): Promise<Page<OwnFrame>> {
  const { limit, from, to } = body
  const rows = await store.ownFrames(at, { from, to, after: cursor.read(body.cursor), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, row => ({ at: row.taken_at, id: row.id }))
  const items = shown.map(async row => ({ ...(await frameFrom(at.house, row)), seen_by: row.seen_by }))
  return { items: await Promise.all(items), next_cursor }
}

/**
 * Deletes those of the named that are the caller's; refuses when none is. The pictures go before the rows do for good, so that a
 * failure leaves rows to try again with, and never a picture that nobody knows of.
 */
export async function removeOwn(at: MemberScene, { ids }: Body<typeof deleteOwnFrames>): Promise<null> {
  const deleted = await store.deleteOwn(at, ids)
  if (deleted.length === 0) throw refuse('frame.not_found')
  await at.audit({
    kind: 'screen.frames_deleted',
    subject: `screen:${at.caller.user_id}`,
    details: { frame_ids: deleted.map(one => one.id) },
  })
  await Promise.all(deleted.map(one => at.house.objects.delete(one.object_key)))
  return null
}
