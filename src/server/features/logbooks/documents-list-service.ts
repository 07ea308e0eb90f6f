import type { NoteItem } from '#shared/contract/logbooks'
import type { MemberScene } from '../../platform/scene'
import * as store from './documents-list-store'

/** A row of the list, without what was heard in it. */
export type ListedItem = Omit<NoteItem, 'recording'>

export const itemFrom = (row: store.ListedRow): ListedItem => ({
  doc_id: row.doc_id,
  doc_name: row.name,
  document_type: row.type,
  access: row.access,
  last_written_at: row.written_at,
  last_written_by: row.writer,
  is_pinned: row.is_pinned,
  opened_at: row.opened_at,
  read_only: !row.writable,
})

/** Documents that the caller may read, last written first; every word of `query` is in their names or descriptions. */
export async function documentsFor(
  at: MemberScene,
  wish: { query?: string | undefined; limit: number },
): Promise<ListedItem[]> {
  const rows = await store.listDocuments(at, wish)
  return rows.map(itemFrom)
}

/** The same, and how many there are in all. */
export async function findDocuments(
  at: MemberScene,
  wish: { query?: string | undefined; limit: number },
): Promise<{ documents: ListedItem[]; total: number }> {
  const [documents, total] = await Promise.all([documentsFor(at, wish), store.countDocuments(at, wish)])
  return { documents, total }
}

/** See the store. */
export const documentsNamedIn = store.documentsNamedIn
