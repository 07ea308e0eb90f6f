import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Connection } from '../src/server/platform/database/connection'

/** The network between a server and the PostgreSQL of the tests, which can be cut and mended. */
export class DatabaseProxy {
  readonly #open = new Set<Socket>()
  readonly #target: string
  #listener: Server | undefined
  /** On loopback; it stays the same. */
  port = 0

  constructor({ host, port = 5432 }: Pick<Connection, 'host' | 'port'>) {
    this.#target = join(host, `.s.PGSQL.${port}`)
  }

  /** Lets connections through from now on. */
  async mend(): Promise<void> {
    const listener = createServer(socket => {
      const database = connect(this.#target)
      for (const [end, other] of [
        [socket, database],
        [database, socket],
      ] as const) {
        this.#open.add(end)
        // Whatever ends one side is seen by the other.
        end.on('error', () => {})
        end.on('close', () => {
          this.#open.delete(end)
          other.destroy()
        })
        end.pipe(other)
      }
    }).listen(this.port, '127.0.0.1')
    await once(listener, 'listening')
    this.port = (listener.address() as AddressInfo).port
    this.#listener = listener
  }

  /** Ends every connection, and refuses new ones. */
  async cut(): Promise<void> {
    const closed = new Promise(resolve => this.#listener?.close(resolve) ?? resolve(null))
    for (const socket of this.#open) socket.destroy()
    await closed
  }
}
