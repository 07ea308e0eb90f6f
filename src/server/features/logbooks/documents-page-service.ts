import type { Body, Page } from '#shared/contract/endpoint'
import type { listDocuments, NoteItem } from '#shared/contract/logbooks'
import type { MemberScene } from '../../platform/scene'
import { heardRecordings } from '../meetings/service'
import { byTime } from './by-time'
import { itemFrom } from './documents-list-service'
import * as store from './documents-list-store'

/** A page of the list [3.6b]; what was heard in the recordings on it is asked once for all of them. */
export async function list(
  at: MemberScene,
  { cursor, limit, ...wish }: Body<typeof listDocuments>,
): Promise<Page<NoteItem>> {
  const rows = await store.listDocuments(at, { ...wish, after: byTime.read(cursor), limit: limit + 1 })
  const timeOf = (row: store.ListedRow) => (wish.only === 'opened' && row.opened_at) || row.written_at
  const { shown, next_cursor } = byTime.cut(rows, limit, row => ({ at: timeOf(row), id: row.doc_id }))
  const recordings = shown.flatMap(row => (row.type === 'diarization' ? [row.doc_id] : []))
  const heard = await heardRecordings(at, recordings)
  return { items: shown.map(row => ({ ...itemFrom(row), recording: heard.get(row.doc_id) ?? null })), next_cursor }
}
