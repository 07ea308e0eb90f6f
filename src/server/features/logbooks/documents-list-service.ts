import type { Body, Page } from '#shared/contract/endpoint'
import type { listDocuments, NoteItem } from '#shared/contract/logbooks'
import type { MemberScene } from '../../platform/scene'
import { byTime } from './by-time'
import * as store from './documents-list-store'

const itemFrom = (row: store.ListedRow): NoteItem => ({
  doc_id: row.doc_id,
  doc_name: row.name,
  document_type: row.type,
  access: row.access,
  last_written_at: row.written_at,
  last_written_by: row.writer,
  is_pinned: row.is_pinned,
  opened_at: row.opened_at,
})

export async function list(
  at: MemberScene,
  { cursor, limit, ...wish }: Body<typeof listDocuments>,
): Promise<Page<NoteItem>> {
  const rows = await store.listDocuments(at, { ...wish, after: byTime.read(cursor), limit: limit + 1 })
  const timeOf = (row: store.ListedRow) => (wish.only === 'opened' && row.opened_at) || row.written_at
  const { shown, next_cursor } = byTime.cut(rows, limit, row => ({ at: timeOf(row), id: row.doc_id }))
  return { items: shown.map(itemFrom), next_cursor }
}

/** Documents that the caller may read, last written first; every word of `query` is in their names or descriptions. */
export async function documentsFor(
  at: MemberScene,
  wish: { query?: string | undefined; limit: number },
): Promise<NoteItem[]> {
  const rows = await store.listDocuments(at, wish)
  return rows.map(itemFrom)
}

/** The same, and how many there are in all. */
export async function findDocuments(
  at: MemberScene,
  wish: { query?: string | undefined; limit: number },
): Promise<{ documents: NoteItem[]; total: number }> {
  const [documents, total] = await Promise.all([documentsFor(at, wish), store.countDocuments(at, wish)])
  return { documents, total }
}

/** See the store. */
export const documentsNamedIn = store.documentsNamedIn
