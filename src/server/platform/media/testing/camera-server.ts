import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { listenOnLoopback } from '../../../../../test/loopback'

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A distinguishable picture: valid first and last JPEG bytes around a text. */
export function pictureOf(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(text), Buffer.from([0xff, 0xd9])])
}

/** An HTTP camera on loopback that behaves as a test tells it. */
export class CameraServer {
  readonly asked: { url: string; headers: IncomingMessage['headers'] }[] = []
  readonly connections = new Set<Socket>()
  #waiting: { count: number; tell: () => void }[] = []
  /** Handles each request. */
  answer: Answer = response => response.writeHead(404).end()

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async open(): Promise<CameraServer> {
    const server = createServer((request, response) => camera.#take(request, response))
    const camera = new CameraServer(server, await listenOnLoopback(server))
    server.on('connection', socket => {
      camera.connections.add(socket)
      socket.on('close', () => camera.connections.delete(socket))
    })
    return camera
  }

  address(path: string, host = '127.0.0.1'): URL {
    return new URL(`http://${host}:${this.port}${path}`)
  }

  /** Resolves once this many requests were received. */
  async until(count: number): Promise<void> {
    if (this.asked.length < count) await new Promise<void>(tell => this.#waiting.push({ count, tell }))
  }

  /** Resolves when all clients have disconnected. */
  async allGone(): Promise<void> {
    await Promise.all([...this.connections].map(socket => new Promise(resolve => socket.once('close', resolve))))
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise(resolve => this.server.close(resolve))
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    this.asked.push({ url: request.url ?? '', headers: request.headers })
    this.answer(response, request)
    for (const waiter of this.#waiting.filter(entry => entry.count <= this.asked.length)) waiter.tell()
    this.#waiting = this.#waiting.filter(entry => entry.count > this.asked.length)
  }
}

export function shows(bytes: Buffer, contentType = 'image/jpeg'): Answer {
  return response => response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes)
}

export function streams(response: ServerResponse, boundary = 'frame'): void {
  response.writeHead(200, { 'content-type': `multipart/x-mixed-replace; boundary=${boundary}` })
}

export function part(picture: Buffer, boundary = 'frame'): Buffer {
  const head = `--${boundary}\r\nContent-Type: image/jpeg\r\nContent-Length: ${picture.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n')])
}
