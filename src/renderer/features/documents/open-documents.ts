import type { LiveFrame } from '#shared/contract/live'
import { onMomentary, sendLive, useLive } from '../../platform/live'

/** A part of a tab that shows a document, and what it does about what happens in it at the moment. */
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

/** A page has two: its shared text, and who else is there. */
const open = new Map<number, ReadonlySet<OpenDocument>>()
let isFollowing = false

/** Tells the server that a document is open here, until the returned function is called. */
export function openDocument(doc_id: number, shown: OpenDocument): () => void {
  follow()
  open.set(doc_id, new Set([...partsOf(doc_id), shown]))
  tellOpen()
  return () => {
    const left = new Set([...partsOf(doc_id)].filter(part => part !== shown))
    if (left.size > 0) open.set(doc_id, left)
    else open.delete(doc_id)
    tellOpen()
  }
}

const partsOf = (doc_id: number): ReadonlySet<OpenDocument> => open.get(doc_id) ?? new Set()

const tellOpen = () => sendLive({ event: 'pages', doc_ids: [...open.keys()] })

function follow(): void {
  if (isFollowing) return
  isFollowing = true
  onMomentary(frame => {
    if (frame.event === 'page') for (const part of partsOf(frame.doc_id)) part.received(frame)
    else if (frame.event === 'caret') for (const part of partsOf(frame.doc_id)) part.caretMoved(frame)
  })
  useLive.subscribe((now, before) => {
    if (now.state !== 'open' || before.state === 'open' || open.size === 0) return
    tellOpen()
    for (const parts of open.values()) for (const part of parts) part.reconnected()
  })
  window.addEventListener('pagehide', () => {
    for (const parts of open.values()) for (const part of parts) part.leave()
  })
}
