import type { Subject } from '#shared/contract/access/endpoints'
import {
  createDocument,
  type Document,
  type DocumentOrder,
  deleteDocument,
  fetchDocument,
  listDocuments,
  type NoteItem,
  openedDocument,
  pinDocument,
  undeleteDocument,
  updateDocument,
} from '#shared/contract/documents/endpoints'
import type { Input } from '#shared/contract/endpoint'
import type { Log } from '#shared/contract/logs/log'
import { apiPage, call, type Outcome } from '../../platform/api'
import { failureOf } from '../../platform/failure'
import { latestOnly } from '../../platform/latest-only'
import { useSession } from '../../platform/session'
import { createSlice, type Write } from '../../platform/store'
import { keyOf, useGrants } from '../access/store'
import { useCan } from '../organisations/store'
import { useProfile } from '../profile/store'
import { documentCopy, infoInsteadOf, infoMeanwhile, listInsteadOf, listMeanwhile } from './last-read'
import { listOrder, useListOrder } from './list-order'
import {
  type DocumentsState,
  idsOf,
  insertInList,
  type Listing,
  nothingLoaded,
  put,
  remove,
  setPin,
  show,
  showCopy,
  toTop,
  unloaded,
} from './state'

const askList = latestOnly()

/** A document without its logs, which are in a timeline. */
export type Info = NonNullable<DocumentsState['opened'][number]['info']>

/** The documents of the chosen workspace that the person may read. */
export const useDocuments = createSlice(
  'logbooks',
  nothingLoaded,
  (set, get, writer) => ({
    /** The person opened a document, or left it. */
    setShown(shown: number | null) {
      set({ shown })
    },

    /** Loads the list from its beginning. */
    async load(): Promise<void> {
      const write = writer()
      const isNews = askList()
      // Loaded once, so that rows do not move between sections under the pointer; the first list waits for them.
      const above = get().all.status !== 'ready' && loadPinnedAndRecent(write)
      write(({ all }) => {
        if (all.status !== 'ready') Object.assign(all, { status: 'loading', failure: null })
      })
      try {
        const page = await listMeanwhile(apiPage(listDocuments, ordered()), copy => {
          const isWanted = isNews() && get().all.status !== 'ready'
          if (isWanted) write(state => showCopy(state, copy))
          return isWanted
        })
        await above
        if (!isNews()) return
        write(state => {
          put(state.items, page.items)
          state.all = { ...unloaded, ids: idsOf(page.items), next: page.next_cursor, status: 'ready' }
        })
      } catch (cause) {
        const failure = failureOf(cause)
        const copy = get().all.status === 'ready' ? null : await listInsteadOf(failure.code)
        write(state => {
          if (state.all.status === 'ready') return
          if (copy) showCopy(state, copy)
          else Object.assign(state.all, { status: 'failed', failure })
        })
      }
    },

    /** Changes the order of the list, which is stored. */
    async order(order: DocumentOrder): Promise<void> {
      useListOrder.getState().choose(order)
      await this.load()
    },

    /** Loads the next page of the search or of the whole list. */
    async loadMore(): Promise<void> {
      const { found } = get()
      const query = found?.query
      const { next, more } = found ?? get().all
      if (next === null || more === 'loading') return
      const write = writer()
      const shown = (state: DocumentsState) =>
        query === undefined ? state.all : state.found?.query === query ? state.found : null
      const change = (now: Partial<Listing>) =>
        write(state => {
          Object.assign(shown(state) ?? {}, now)
        })
      change({ more: 'loading' })
      try {
        const page = await apiPage(listDocuments, { cursor: next, ...(query === undefined ? ordered() : { query }) })
        write(state => {
          put(state.items, page.items)
          const listing = shown(state)
          // The list was reloaded meanwhile, so this page belongs to the previous one.
          if (listing?.next !== next) return
          listing.ids = [...new Set([...listing.ids, ...idsOf(page.items)])]
          Object.assign(listing, { next: page.next_cursor, more: 'idle' })
        })
      } catch {
        change({ more: 'failed' })
      }
    },

    /** Searches documents by name; without text the whole list is shown. */
    async search(words: string): Promise<void> {
      const query = words.trim()
      if (query === '') {
        set({ found: null })
        return
      }
      const write = writer()
      write(state => {
        // Previous results stay until the answer arrives.
        state.found = { ...(state.found ?? unloaded), query, status: 'loading', failure: null, more: 'idle' }
      })
      try {
        const page = await apiPage(listDocuments, { query })
        write(state => {
          put(state.items, page.items)
          if (state.found?.query !== query) return
          state.found = { ...unloaded, query, ids: idsOf(page.items), next: page.next_cursor, status: 'ready' }
        })
      } catch (cause) {
        write(({ found }) => {
          if (found?.query === query) Object.assign(found, { status: 'failed', failure: failureOf(cause) })
        })
      }
    },

    /** Loads the name and the access of a document. Its logs are in a timeline. */
    async readInfo(doc_id: number): Promise<void> {
      const write = writer()
      write(({ opened }) => {
        opened[doc_id] ??= { info: null, status: 'loading', failure: null }
        if (opened[doc_id].status === 'failed') opened[doc_id].status = 'loading'
      })
      const outcome = await infoMeanwhile(call(fetchDocument, { doc_id, ignoreLogs: true }), doc_id, copy => {
        const isWanted = get().opened[doc_id]?.status === 'loading' && !get().opened[doc_id]?.info
        if (isWanted) write(state => show(state, { ...copy.info, logs: [] }))
        return isWanted
      })
      if (outcome.ok) {
        write(state => show(state, outcome.data))
      } else if (outcome.code === 'document.not_found') {
        write(state => remove(state, doc_id, outcome))
        tellGone(doc_id)
      } else {
        const copy = get().opened[doc_id]?.info ? null : await infoInsteadOf(outcome.code, doc_id)
        write(state => {
          const held = state.opened[doc_id]
          // Data loaded before stays visible.
          if (!held || held.info) return
          if (copy) show(state, { ...copy.info, logs: [] })
          else
            Object.assign(held, {
              status: 'failed',
              failure: { code: outcome.code, message: outcome.message },
            })
        })
      }
    },

    async create(params: Input<typeof createDocument>): Promise<Outcome<Document>> {
      const write = writer()
      const outcome = await call(createDocument, params)
      if (outcome.ok) write(state => insertInList(state, outcome.data))
      return outcome
    },

    async update(params: Input<typeof updateDocument>): Promise<Outcome<Document>> {
      const write = writer()
      const outcome = await call(updateDocument, params)
      if (outcome.ok) write(state => show(state, outcome.data))
      return outcome
    },

    /** Deletes a document, which disappears from every cache [4.7b]. */
    async delete(doc_id: number): Promise<Outcome<null>> {
      const outcome = await call(deleteDocument, { doc_id })
      if (outcome.ok) this.forget(doc_id)
      return outcome
    },

    /** Restores a deleted document to the list. */
    async undelete(doc_id: number): Promise<Outcome<Document>> {
      const write = writer()
      const outcome = await call(undeleteDocument, { doc_id })
      if (outcome.ok) write(state => insertInList(state, outcome.data))
      return outcome
    },

    /** Pins or unpins a document for this person: at once, and undone on failure. */
    async pin(doc_id: number, isPinned: boolean): Promise<Outcome<null>> {
      const write = writer()
      write(state => setPin(state, doc_id, isPinned))
      const outcome = await call(pinDocument, { doc_id, is_pinned: isPinned })
      if (!outcome.ok) write(state => setPin(state, doc_id, !isPinned))
      return outcome
    },

    /** Stores that the person opened a document, for the recent ones of the next visit. A failure is not reported. */
    async remember(doc_id: number): Promise<void> {
      await call(openedDocument, { doc_id })
    },

    /** Stores a document returned by a call. */
    read(document: Document) {
      set(state => show(state, document))
    },

    /** Removes a document that is gone, for everybody or for this person. */
    forget(doc_id: number) {
      set(state => remove(state, doc_id, { code: 'document.not_found', message: '' }))
      tellGone(doc_id)
    },

    /** Handles a new log: its document moves up in the list, and its summary is older. */
    written({ id, doc_id, created_at, created_by }: Log) {
      set(state => {
        const info = state.opened[doc_id]?.info
        // Logs loaded with the document are already counted.
        if (info && id > (info.log_id ?? 0)) {
          info.log_id = id
          if (info.summary?.to) info.summary.newer_count += 1
        }
        const item = state.items[doc_id]
        if (!item || item.last_written_at > created_at) return
        item.last_written_at = created_at
        item.last_written_by = created_by?.user_displayname ?? null
        if (state.all.ids.includes(doc_id) && listOrder() === 'written') toTop(state, doc_id)
      })
    },
  }),
  { scope: 'organisation' },
)

/** The order parameter of list requests. */
const ordered = () => (listOrder() === 'name' ? { order: 'name' as const } : {})

/** Loads pins and recent documents; without them every document is listed by kind. */
async function loadPinnedAndRecent(write: Write<DocumentsState>): Promise<void> {
  const ask = (only: 'pinned' | 'opened') => apiPage(listDocuments, { only }).then(page => page.items)
  const [pinned, opened] = await Promise.allSettled([ask('pinned'), ask('opened')])
  write(state => {
    if (pinned.status === 'fulfilled') {
      put(state.items, pinned.value)
      state.pinned = idsOf(pinned.value.filter(item => item.is_pinned))
    }
    if (opened.status === 'fulfilled') {
      put(state.items, opened.value)
      state.recent = idsOf(opened.value.filter(item => item.opened_at !== null))
    }
  })
}

/** Every known document by name, for the palette. */
export const knownDocuments = (): NoteItem[] => {
  const { all, items } = useDocuments.getState()
  const listed = new Set(all.ids)
  const others = Object.values(items).filter(item => !listed.has(item.doc_id))
  return [...all.ids.flatMap(id => items[id] ?? []), ...others]
}

const goneListeners = new Set<(doc_id: number) => void>()
const tellGone = (doc_id: number): void => {
  for (const listener of goneListeners) listener(doc_id)
}

/** Calls back when a document is gone, for everybody or for this person. */
export function onDocumentGone(listener: (doc_id: number) => void): void {
  goneListeners.add(listener)
}

/** The name of a copy of a part of a document. It is dropped together with the document's. */
export const copyOfPart = (doc_id: number, part: string): string => `${documentCopy(doc_id)}.${part}`

/** Returns a document as a subject of access. */
export const subjectOf = ({ doc_id }: Pick<Info, 'doc_id'>): Subject => ({ kind: 'document', id: doc_id })

/** Returns what the person may do with a document, as far as this client knows [D21, D41]. The server decides. */
export function useRights(info: Info | null): {
  managed: boolean
  /** Name, description, prompt and summary. */
  editable: boolean
  /** Logs. */
  writable: boolean
  /** The text: a page follows the right to write logs, a summary the right to edit. */
  rewritable: boolean
} {
  const managesAll = useCan('logbooks.manage_all')
  const userId = useSession(state => state.userId)
  const profile = useProfile(state => state.profile)
  const grants = useGrants(state => (info ? state.lists[keyOf(subjectOf(info))]?.items : undefined))
  if (!info) return { managed: false, editable: false, writable: false, rewritable: false }
  const managed = managesAll || (info.createdby !== null && info.createdby.user_id === userId)
  const own = {
    user: userId === null ? [] : [userId],
    role: profile?.role_info.map(role => role.role_id) ?? [],
    branch: profile?.branch_info.map(branch => branch.id) ?? [],
  }
  const isEditor = (grants ?? []).some(
    grant => grant.level === 'editor' && own[grant.grantee_kind].includes(grant.grantee_id),
  )
  const editable = managed || isEditor
  return {
    managed,
    editable,
    writable: !info.read_only && info.document_type === 'logbook',
    rewritable: info.document_type === 'document' ? !info.read_only : editable,
  }
}
