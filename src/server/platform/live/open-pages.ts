import type { LiveFrame, LiveRequest } from '#shared/contract/live'
import type { Readers } from './audiences'
import type { Connection } from './connection'

type Frame = Extract<LiveFrame, { event: 'page' | 'caret' }>

interface Ports {
  /** Who may read a document now; null if the organisation has no connection here. */
  readers(organization_id: number, doc_id: number): Readers | null | Promise<Readers | null>
  publish(organization_id: number, frame: Frame): void
  failed(error: unknown): void
}

const mayRead = (readers: Readers, { user_id }: Connection) => readers.everyone || readers.user_ids.has(user_id)

/**
 * Which clients have which pages open. What is written there, and where the carets are, goes to them as long as they may
 * read the page. A frame may be lost or come out of order: clients notice by its `seq`, and ask for what they lack.
 */
export class OpenPages {
  readonly #viewers = new Map<string, Set<Connection>>()
  readonly #pages = new Map<Connection, readonly string[]>()

  constructor(private readonly ports: Ports) {}

  received(connection: Connection, request: Extract<LiveRequest, { event: 'pages' | 'caret' }>): void {
    const { organization_id, user_id } = connection
    if (request.event === 'pages') {
      this.#show(
        connection,
        request.doc_ids.map(doc_id => keyOf(organization_id, doc_id)),
      )
      return
    }
    const { doc_id, state } = request
    if (!this.#viewers.get(keyOf(organization_id, doc_id))?.has(connection)) return
    this.#withReaders(organization_id, doc_id, readers => {
      if (mayRead(readers, connection)) this.ports.publish(organization_id, { event: 'caret', doc_id, user_id, state })
    })
  }

  closed(connection: Connection): void {
    this.#show(connection, [])
  }

  passOn(organization_id: number, frame: Frame): void {
    const viewers = this.#viewers.get(keyOf(organization_id, frame.doc_id))
    if (!viewers) return
    const bytes = Buffer.from(JSON.stringify(frame))
    this.#withReaders(organization_id, frame.doc_id, readers => {
      for (const connection of viewers) if (mayRead(readers, connection)) connection.sendText(bytes)
    })
  }

  #show(connection: Connection, keys: readonly string[]): void {
    for (const key of this.#pages.get(connection) ?? []) {
      const viewers = this.#viewers.get(key)
      viewers?.delete(connection)
      if (viewers?.size === 0) this.#viewers.delete(key)
    }
    if (keys.length === 0) this.#pages.delete(connection)
    else this.#pages.set(connection, keys)
    for (const key of keys) this.#viewers.set(key, (this.#viewers.get(key) ?? new Set()).add(connection))
  }

  /** At once if the readers are known, so that changes keep their order. */
  #withReaders(organization_id: number, doc_id: number, work: (readers: Readers) => void): void {
    const readers = this.ports.readers(organization_id, doc_id)
    if (readers instanceof Promise) readers.then(known => known && work(known)).catch(this.ports.failed)
    else if (readers !== null) work(readers)
  }
}

const keyOf = (organization_id: number, doc_id: number) => `${organization_id} ${doc_id}`
