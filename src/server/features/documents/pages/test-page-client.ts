import * as Y from 'yjs'
import { changePage, openPage } from '#shared/contract/documents/pages'
import { markdownOf, textOf } from '#shared/page/document'
import type { Actor } from '../../../../../test/actor'

export const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64')
export const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

/** Somebody who has a page open, without an editor. */
export class PageClient {
  readonly doc = new Y.Doc()

  private constructor(
    private readonly who: Actor,
    private readonly doc_id: number,
  ) {}

  static async open(who: Actor, doc_id: number): Promise<PageClient> {
    const client = new PageClient(who, doc_id)
    await client.sync()
    return client
  }

  get text(): string {
    return markdownOf(this.doc)
  }

  /** Receives what others wrote. */
  async sync(): Promise<void> {
    const { doc_id, doc } = this
    const { update } = await this.who.call(openPage, { doc_id, state_vector: base64(Y.encodeStateVector(doc)) })
    Y.applyUpdate(doc, bytes(update))
  }

  /** Types words behind others, and sends them. */
  async types(behind: string, words: string): Promise<void> {
    const before = Y.encodeStateVector(this.doc)
    this.typesOffline(behind, words)
    await this.sends(before)
  }

  /** Types words behind others, while there is no network. */
  typesOffline(behind: string, words: string): void {
    for (const text of this.#texts(textOf(this.doc))) {
      const at = text.toString().indexOf(behind)
      if (at < 0) continue
      text.insert(at + behind.length, words)
      break
    }
  }

  /** Sends all changes since a state, as one. */
  async sends(since: Uint8Array): Promise<void> {
    await this.who.call(changePage, { doc_id: this.doc_id, update: base64(Y.encodeStateAsUpdate(this.doc, since)) })
  }

  #texts(within: Y.XmlFragment): Y.XmlText[] {
    return within
      .toArray()
      .flatMap(node => (node instanceof Y.XmlText ? [node] : node instanceof Y.XmlElement ? this.#texts(node) : []))
  }
}
