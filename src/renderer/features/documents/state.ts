import type { Document, NoteItem } from '#shared/contract/documents/endpoints'
import type { Failure } from '../../platform/failure'
import type { ListCopy } from './last-read'
import { listOrder } from './list-order'

type Loaded = 'idle' | 'loading' | 'ready' | 'failed'

/** The loaded part of a list of documents, in the order that the person chose. */
export interface Listing {
  ids: number[]
  /** The cursor of the next page; null at the end. */
  next: string | null
  status: Loaded
  failure: Failure | null
  more: 'idle' | 'loading' | 'failed'
}

/** A document without its logs, which are in a timeline. */
type Info = Omit<Document, 'logs'>

interface Opened {
  info: Info | null
  status: 'loading' | 'ready' | 'failed'
  failure: Failure | null
}

export interface DocumentsState {
  /** Every row that was ever listed, by document. */
  items: Record<number, NoteItem>
  all: Listing
  /** The documents that match the search; null while the search box is empty. */
  found: (Listing & { query: string }) | null
  /** The person's own pins and recently opened documents. */
  pinned: number[]
  recent: number[]
  opened: Record<number, Opened>
  /** The document on screen. */
  shown: number | null
}

export const unloaded: Listing = { ids: [], next: null, status: 'idle', failure: null, more: 'idle' }
export const nothingLoaded: DocumentsState = {
  items: {},
  all: unloaded,
  found: null,
  pinned: [],
  recent: [],
  opened: {},
  shown: null,
}
export const idsOf = (items: readonly NoteItem[]) => items.map(item => item.doc_id)

/** Shows the copy read last, until the server answers. */
export function showCopy(state: DocumentsState, { items, pinned, recent }: ListCopy) {
  put(state.items, items)
  Object.assign(state, { all: { ...unloaded, ids: idsOf(items), status: 'ready' }, pinned, recent })
}

export function put(items: Record<number, NoteItem>, received: readonly NoteItem[]): void {
  for (const item of received) items[item.doc_id] = item
}

export function toTop({ all }: DocumentsState, doc_id: number): void {
  all.ids = [doc_id, ...all.ids.filter(id => id !== doc_id)]
}

/**
 * Inserts a document into the list by name. The server may order rare letters differently, which shows at the next
 * visit.
 */
export function insertByName(state: DocumentsState, doc_id: number): void {
  if (listOrder() === 'written') {
    toTop(state, doc_id)
    return
  }
  const { all, items } = state
  const others = all.ids.filter(id => id !== doc_id)
  const name = items[doc_id]?.doc_name ?? ''
  const at = others.findIndex(
    id => name.localeCompare(items[id]?.doc_name ?? '', undefined, { sensitivity: 'base' }) < 0,
  )
  all.ids = others.toSpliced(at < 0 ? others.length : at, 0, doc_id)
}

/** Inserts a new or restored document into the list. */
export function insertInList(state: DocumentsState, document: Document): void {
  const { doc_id, document_name, document_type, access, updatedat, updatedby, is_pinned, read_only } = document
  const item = { doc_id, doc_name: document_name, document_type, access, is_pinned, opened_at: null, read_only }
  const written = { last_written_at: updatedat, last_written_by: updatedby?.user_displayname ?? null }
  put(state.items, [{ ...item, ...written, recording: null }])
  insertByName(state, doc_id)
  show(state, document)
}

export function setPin(state: DocumentsState, doc_id: number, isPinned: boolean): void {
  const { items, opened, pinned } = state
  if (items[doc_id]) items[doc_id].is_pinned = isPinned
  if (opened[doc_id]?.info) opened[doc_id].info.is_pinned = isPinned
  state.pinned = [...pinned.filter(id => id !== doc_id), ...(isPinned ? [doc_id] : [])]
}

export function show(state: DocumentsState, { logs: _, ...info }: Document): void {
  const before = state.opened[info.doc_id]?.info
  // An answer overtaken by a newer version must not replace the text.
  const { content, version, updatedat, updatedby } = before && before.version > info.version ? before : info
  state.opened[info.doc_id] = {
    info: { ...info, content, version, updatedat, updatedby },
    status: 'ready',
    failure: null,
  }
  const item = state.items[info.doc_id]
  if (item) Object.assign(item, { doc_name: info.document_name, access: info.access, read_only: info.read_only })
}

export function remove(state: DocumentsState, doc_id: number, { code, message }: Failure): void {
  delete state.items[doc_id]
  for (const listing of [state.all, state.found]) if (listing) listing.ids = listing.ids.filter(id => id !== doc_id)
  state.pinned = state.pinned.filter(id => id !== doc_id)
  state.recent = state.recent.filter(id => id !== doc_id)
  if (state.opened[doc_id]) state.opened[doc_id] = { info: null, status: 'failed', failure: { code, message } }
}
