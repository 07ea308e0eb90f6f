import { z } from 'zod'
import { Id } from '#shared/contract/common'
import type { listDocuments, NoteItem } from '#shared/contract/documents/endpoints'
import type { Body, Page } from '#shared/contract/endpoint'
import { byTime } from '../../platform/by-time'
import { createCursor } from '../../platform/cursor'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { itemFrom } from './list-service'
import * as store from './list-store'

/** The cursor of a list by name. It holds the name as it is sorted by, which is longer than the name by its blanks. */
const byName = createCursor(z.object({ at: z.string().max(1_000), id: Id }))

/** A page of the list [3.6b]; the summaries of its recordings are read together. */
export async function list(
  ctx: MemberContext,
  { cursor, limit, ...params }: Body<typeof listDocuments>,
): Promise<Page<NoteItem>> {
  const places = params.order === 'name' && !params.only ? byName : byTime
  const rows = await store.listDocuments(ctx, { ...params, after: places.read(cursor), limit: limit + 1 })
  const keyOf = (row: store.ListedRow) => row.by_name ?? ((params.only === 'opened' && row.opened_at) || row.written_at)
  const { shown, next_cursor } = places.cut(rows, limit, row => ({ at: keyOf(row), id: row.doc_id }))
  const recordings = shown.flatMap(row => (row.type === 'diarization' ? [row.doc_id] : []))
  const heard = await portsOf(ctx.app).recordingSummaries(ctx, recordings)
  return { items: shown.map(row => ({ ...itemFrom(row), recording: heard.get(row.doc_id) ?? null })), next_cursor }
}
