import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { FeedFrame, FeedRequest } from '#shared/contract/sources/endpoints'

/**
 * The part of a server that a sharing computer uses, by the contract: health, the feed socket, and a store for
 * pictures.
 */
export class FeedServer {
  readonly requests: FeedRequest[] = []
  readonly stored = new Map<string, Buffer>()
  /** The addresses with which sockets were opened. */
  readonly visits: URL[] = []
  url = ''
  readonly #http = createServer((request, response) => void this.#answer(request, response))
  readonly #sockets = new WebSocketServer({ server: this.#http })
  #newest: WebSocket | null = null

  static async open(): Promise<FeedServer> {
    const server = new FeedServer()
    await server.start()
    return server
  }

  async start(): Promise<void> {
    this.#sockets.on('connection', (socket, request) => {
      this.#newest = socket
      this.visits.push(new URL(request.url ?? '/', this.url))
      socket.on('message', data => {
        const text = String(data)
        if (text === 'ping') socket.send('pong')
        else this.requests.push(FeedRequest.parse(JSON.parse(text)))
      })
    })
    this.#http.listen(this.url ? Number(new URL(this.url).port) : 0, '127.0.0.1')
    await once(this.#http, 'listening')
    this.url = `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  send(frame: FeedFrame): void {
    if (!this.#newest) throw new Error('Nobody is connected.')
    this.#newest.send(JSON.stringify(FeedFrame.parse(frame)))
  }

  /** Requests a picture, like a viewer; returns the key under which it will be stored. */
  ask(): { id: string; key: string } {
    const id = crypto.randomUUID()
    const key = `frames/3/7/2026/05/04/${id}.jpg`
    const upload = {
      id: crypto.randomUUID(),
      url: `${this.url}/store/${key}`,
      method: 'PUT' as const,
      key,
      expires_in: 60,
    }
    this.send({ event: 'screenshot', id, upload: { ...upload, headers: { 'Content-Type': 'image/jpeg' } } })
    return { id, key }
  }

  /** Stops answering, as if the network were gone. */
  async vanish(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#http.closeAllConnections()
    const closed = once(this.#http, 'close')
    this.#http.close()
    await closed
  }

  /** Closes it, unless it vanished before. */
  async close(): Promise<void> {
    if (this.#http.listening) await this.vanish()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', this.url).pathname
    if (request.method === 'PUT' && path.startsWith('/store/')) {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      this.stored.set(path.slice('/store/'.length), Buffer.concat(chunks))
      response.end()
      return
    }
    const isHealth = path === '/healthcheck'
    response.writeHead(isHealth ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ data: isHealth ? { live: true } : null, status: isHealth ? 200 : 404, message: '' }))
  }
}
