import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { createDocument } from '#shared/contract/documents/endpoints'
import { changePage, openPage } from '#shared/contract/documents/pages'
import { replaceContent } from '#shared/contract/documents/versions'
import { textOf } from '#shared/page/document'
import { type Owner, shotOf, socketOf } from './product'
import { Wire } from './wire'

/** Calls of an owner over one connection. */
export function callerOf(owner: Owner) {
  const wire = new Wire(owner.port)
  return {
    async call<T>(shot: Parameters<Wire['ask']>[0]): Promise<T> {
      return (JSON.parse(await wire.ask(shot)) as { data: T }).data
    },
    close: () => wire.close(),
  }
}

/** Creates a page with this text, which everybody in the workspace may write. */
export async function newPage(owner: Owner, content: string): Promise<number> {
  const { call, close } = callerOf(owner)
  const kind = { document_name: 'Opening', document_type: 'document', access: 'organisation' } as const
  const { doc_id } = await call<{ doc_id: number }>(shotOf(owner, createDocument, kind))
  await call(shotOf(owner, replaceContent, { doc_id, content, version: 0 }))
  close()
  return doc_id
}

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

interface PageFrame {
  event: 'page'
  update: string
}
interface AnswerFrame {
  event: 'answer'
  call_id: number
  reply: { status: number }
}

/** A writer without an editor: a shared document, a connection and a socket that shows what the others type. */
export class Writer {
  readonly doc = new Y.Doc()
  readonly #caller: ReturnType<typeof callerOf>
  readonly #socket: WebSocket
  /** Called with each change of the others once it is in the document. */
  readonly #waiting = new Set<() => void>()
  readonly #unanswered = new Map<number, (status: number) => void>()
  #lastCall = 0

  constructor(
    private readonly owner: Owner,
    private readonly doc_id: number,
  ) {
    this.#caller = callerOf(owner)
    this.#socket = new WebSocket(socketOf(owner, '/sockets/chat'))
  }

  async open(): Promise<void> {
    const { owner, doc_id } = this
    await new Promise<void>((resolve, reject) => {
      this.#socket.addEventListener('open', () => resolve())
      this.#socket.addEventListener('error', () => reject(new Error('The socket did not open.')))
    })
    this.#socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as PageFrame | AnswerFrame | { event: 'event' }
      if (frame.event === 'answer') this.#unanswered.get(frame.call_id)?.(frame.reply.status)
      if (frame.event !== 'page') return
      Y.applyUpdate(this.doc, Buffer.from(frame.update, 'base64'), 'others')
      for (const look of this.#waiting) look()
    })
    this.#socket.send(JSON.stringify({ event: 'pages', doc_ids: [doc_id] }))
    const { update } = await this.#caller.call<{ update: string }>(shotOf(owner, openPage, { doc_id }))
    Y.applyUpdate(this.doc, Buffer.from(update, 'base64'), 'others')
  }

  /** Types one character into the paragraph of this number, and resolves once it is stored. */
  async type(paragraph: number, key: string): Promise<void> {
    const before = Y.encodeStateVector(this.doc)
    const node = textOf(this.doc).get(paragraph)
    const text = node instanceof Y.XmlElement ? node.get(0) : null
    if (text instanceof Y.XmlText) text.insert(text.length, key)
    const update = base64(Y.encodeStateAsUpdate(this.doc, before))
    await this.#send({ doc_id: this.doc_id, update })
  }

  /** Sends a change over the socket, as the app does. */
  async #send(body: { doc_id: number; update: string }): Promise<void> {
    this.#lastCall += 1
    const call_id = this.#lastCall
    this.#socket.send(JSON.stringify({ event: 'call', call_id, path: changePage.path, body }))
    const status = await new Promise<number>(resolve => this.#unanswered.set(call_id, resolve))
    this.#unanswered.delete(call_id)
    if (status !== 200) throw new Error(`A change of a page was answered with ${status}.`)
  }

  lengthOf(paragraph: number): number {
    return textOf(this.doc).get(paragraph).toString().length
  }

  /** Resolves once a paragraph is longer than before on this screen. */
  sees(paragraph: number, before: number): Promise<void> {
    return new Promise(resolve => {
      const look = () => {
        if (this.lengthOf(paragraph) <= before) return
        this.#waiting.delete(look)
        resolve()
      }
      this.#waiting.add(look)
    })
  }

  close(): void {
    this.#socket.close()
    this.#caller.close()
  }
}
