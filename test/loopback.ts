import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Lets a server listen on a free port of this machine alone; returns the port. */
export async function listenOnLoopback(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Resolves when either side has closed the connection. */
interface Closing {
  closed: Promise<void>
}

/** A service of others on loopback, which behaves as a test tells it. `R` is what it remembers of each request. */
export abstract class LoopbackService<R extends object> {
  readonly received: (R & Closing)[] = []
  url = ''
  readonly #server: HttpServer = createServer((request, response) => {
    this.#take(request, response).catch(error => response.destroy(error))
  })
  #waiting: { count: number; tell: () => void }[] = []

  /** Starts to listen; the address ends as those of the services do. */
  protected async open(): Promise<this> {
    this.url = `http://127.0.0.1:${await listenOnLoopback(this.#server)}/v1`
    return this
  }

  /** Resolves once this many requests were received since `received` was emptied. */
  async asked(count: number): Promise<R & Closing> {
    if (this.received.length < count) await new Promise<void>(tell => this.#waiting.push({ count, tell }))
    return this.received[count - 1] as R & Closing
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  protected abstract read(body: Buffer, incoming: IncomingMessage): R | Promise<R>
  protected abstract answer(response: ServerResponse, request: R, incoming: IncomingMessage): void | Promise<void>

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const request = await this.read(Buffer.concat(chunks), incoming)
    const closed = new Promise<void>(resolve => response.on('close', resolve))
    this.received.push({ ...request, closed })
    for (const waiter of this.#waiting.filter(entry => entry.count <= this.received.length)) waiter.tell()
    this.#waiting = this.#waiting.filter(entry => entry.count > this.received.length)
    await this.answer(response, request, incoming)
  }
}

/** Repeats something for as long as the client listens; `send` returns whether the connection takes more at once. */
export function repeat(response: ServerResponse, send: () => boolean): void {
  const sendMore = () => {
    while (!response.destroyed) if (!send()) return
  }
  response.on('drain', sendMore)
  sendMore()
}
