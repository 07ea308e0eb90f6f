import { onEvent } from '../../../platform/live'
import { openDocument } from '../open-documents'
import { PageSession } from './page-session'

/** The pages that this tab shows, and how the server learns that one is not shown any more. */
const open = new Map<number, { session: PageSession; end: () => void }>()
let isFollowing = false

/** Opens a page until it is closed. One that is open stays the same. */
export function openPageSession(doc_id: number, mayWrite: boolean): PageSession {
  follow()
  open.get(doc_id)?.session.close()
  const session = new PageSession(doc_id, mayWrite)
  const end = openDocument(doc_id, {
    received: frame => session.received(frame),
    caretMoved(frame) {
      // Words with a blank say who is there; carets are base64.
      if (!frame.state.includes(' ')) session.caretMoved(frame)
    },
    reconnected: () => void session.sync(),
    leave: () => session.leave(),
  })
  open.set(doc_id, { session, end })
  return session
}

export function closePageSession(doc_id: number, session: PageSession): void {
  session.close()
  const opened = open.get(doc_id)
  if (opened?.session !== session) return
  open.delete(doc_id)
  opened.end()
}

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  onEvent('document.updated', ({ doc_id, page_seq }) => {
    if (page_seq !== undefined) open.get(doc_id)?.session.heardOf(page_seq)
  })
}
