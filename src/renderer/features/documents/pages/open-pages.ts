import { onEvent, onMomentary, sendLive, useLive } from '../../../platform/live'
import { PageSession } from './page-session'

/** The pages that this tab shows, and how many parts of it do. */
const open = new Map<number, PageSession>()
let isFollowing = false

/** Opens a page until it is closed. One that is open stays the same. */
export function openPageSession(doc_id: number, mayWrite: boolean): PageSession {
  follow()
  open.get(doc_id)?.close()
  const session = new PageSession(doc_id, mayWrite)
  open.set(doc_id, session)
  tellOpen()
  return session
}

export function closePageSession(doc_id: number, session: PageSession): void {
  session.close()
  if (open.get(doc_id) === session) open.delete(doc_id)
  tellOpen()
}

const tellOpen = () => sendLive({ event: 'pages', doc_ids: [...open.keys()] })

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  onMomentary(frame => {
    if (frame.event === 'page') open.get(frame.doc_id)?.received(frame)
    else if (frame.event === 'caret') open.get(frame.doc_id)?.caretMoved(frame)
  })
  onEvent('document.updated', ({ doc_id, page_seq }) => {
    if (page_seq !== undefined) open.get(doc_id)?.heardOf(page_seq)
  })
  useLive.subscribe((now, before) => {
    if (now.state !== 'open' || before.state === 'open' || open.size === 0) return
    tellOpen()
    for (const session of open.values()) void session.sync()
  })
  window.addEventListener('pagehide', () => {
    for (const session of open.values()) session.leave()
  })
}
