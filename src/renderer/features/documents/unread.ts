import i18next from 'i18next'
import { listUnread, openedDocument } from '#shared/contract/documents/endpoints'
import { call } from '../../platform/api'
import { latestOnly } from '../../platform/latest-only'
import { onEvent, onResync, reloadOn } from '../../platform/live'
import { useNavMarks } from '../../platform/nav-marks'
import { noOrganisation, useSession } from '../../platform/session'
import { createSlice } from '../../platform/store'
import { useTitle } from '../../platform/title'
import { useDocuments } from './store'

const ask = latestOnly()

/** What was written or read since the marks are being loaded, which is newer than their answer; null if they are not. */
let meanwhile: ((ids: number[]) => number[])[] | null = null
const withDocument = (doc_id: number) => (ids: number[]) => (ids.includes(doc_id) ? ids : [doc_id, ...ids])
const withoutDocument = (doc_id: number) => (ids: number[]) => ids.filter(id => id !== doc_id)

/** Documents with logs by others since the person last opened them, across their devices. */
export const useUnread = createSlice(
  'unread',
  { ids: [] as number[] },
  (set, _get, writer) => ({
    async load(): Promise<void> {
      const write = writer()
      const isNews = ask()
      meanwhile = []
      const outcome = await call(listUnread, {})
      if (!isNews()) return
      const newer = meanwhile ?? []
      meanwhile = null
      if (outcome.ok) write({ ids: newer.reduce((ids, change) => change(ids), outcome.data) })
    },
    wrote(doc_id: number) {
      meanwhile?.push(withDocument(doc_id))
      set(state => {
        state.ids = withDocument(doc_id)(state.ids)
      })
    },
    read(doc_id: number) {
      meanwhile?.push(withoutDocument(doc_id))
      set(state => {
        state.ids = withoutDocument(doc_id)(state.ids)
      })
    },
  }),
  { scope: 'organisation' },
)

/** Milliseconds after which logs that arrive in an open document are marked as read, all of them at once. */
const readAfter = 2_000
/** The open document in which something arrived that is not yet marked as read; 0 if there is none. */
let seen = 0

/** Marks as read what was seen. At once when the person leaves, so that what comes afterwards stays unread. */
function tellSeen(): void {
  if (seen) void call(openedDocument, { doc_id: seen })
  seen = 0
}

/**
 * Updates unread marks when others write. Reading on another device causes no event, so the marks are loaded when the
 * person returns to this page. Called once when the app starts.
 */
export function followUnread(): void {
  const { load, wrote, read } = useUnread.getState()
  const isMember = () => {
    const { tokens, organizationId } = useSession.getState()
    return tokens !== null && organizationId !== noOrganisation
  }
  const reload = () => {
    if (isMember()) void load()
  }
  onEvent('log.added', ({ doc_id, log }) => {
    if (log.created_by?.user_id === useSession.getState().userId) return
    if (useDocuments.getState().shown === doc_id && document.visibilityState === 'visible') {
      if (!seen) setTimeout(tellSeen, readAfter)
      seen = doc_id
    } else wrote(doc_id)
  })
  onEvent('document.deleted', ({ doc_id }) => read(doc_id))
  reloadOn(['document.access_changed', 'document.restored', 'document.created'], reload)
  onResync(reload)
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? reload() : tellSeen()))
  useDocuments.subscribe(({ shown }) => {
    if (shown !== seen) tellSeen()
  })
  window.addEventListener('focus', reload)
  useSession.subscribe((now, before) => {
    if (now.organizationId !== before.organizationId || (now.tokens === null) !== (before.tokens === null)) reload()
  })
  useUnread.subscribe(({ ids }) => {
    const count = ids.length
    useTitle.getState().setUnread(count)
    useNavMarks.getState().mark('docs', count > 0 ? { count, label: i18next.t('nav.unread', { count }) } : null)
  })
  reload()
}
