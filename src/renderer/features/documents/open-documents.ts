import type { LiveFrame } from '#shared/contract/live'
import { onMomentary, sendLive, useLive } from '../../platform/live'

/** A document that this tab shows, and what it does about what happens in it at the moment. */
export interface OpenDocument {
  /** Somebody changed the shared text. */
  received(frame: Extract<LiveFrame, { event: 'page' }>): void
  /** Somebody says where they are in it. */
  caretMoved(frame: Extract<LiveFrame, { event: 'caret' }>): void
  /** The connection is back, and the server was told again that the document is open. */
  reconnected(): void
  /** The tab may end at any moment. */
  leave(): void
}

const open = new Map<number, OpenDocument>()
let isFollowing = false

/** Tells the server that a document is open here, until the returned function is called. */
export function openDocument(doc_id: number, shown: OpenDocument): () => void {
  follow()
  open.set(doc_id, shown)
  tellOpen()
  return () => {
    if (open.get(doc_id) === shown) open.delete(doc_id)
    tellOpen()
  }
}

const tellOpen = () => sendLive({ event: 'pages', doc_ids: [...open.keys()] })

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  onMomentary(frame => {
    if (frame.event === 'page') open.get(frame.doc_id)?.received(frame)
    else if (frame.event === 'caret') open.get(frame.doc_id)?.caretMoved(frame)
  })
  useLive.subscribe((now, before) => {
    if (now.state !== 'open' || before.state === 'open' || open.size === 0) return
    tellOpen()
    for (const shown of open.values()) shown.reconnected()
  })
  window.addEventListener('pagehide', () => {
    for (const shown of open.values()) shown.leave()
  })
}
