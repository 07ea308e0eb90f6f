import type { NoteItem } from '#shared/contract/documents/endpoints'
import type { MemberContext } from '../../platform/request-context'
import * as store from './list-store'

/** A row of the list, without the summary of a recording. */
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
  ctx: MemberContext,
  params: { query?: string | undefined; limit: number },
): Promise<ListedItem[]> {
  const rows = await store.listDocuments(ctx, params)
  return rows.map(itemFrom)
}

/** The same, and the total number. */
export async function findDocuments(
  ctx: MemberContext,
  params: { query?: string | undefined; limit: number },
): Promise<{ documents: ListedItem[]; total: number }> {
  const [documents, total] = await Promise.all([documentsFor(ctx, params), store.countDocuments(ctx, params)])
  return { documents, total }
}

/** See the store. */
export const documentsNamedIn = store.documentsNamedIn
