import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { closeAtEnd } from '../../../../../test/closing'
import type { TestServer } from '../../../../../test/test-server'
import { endedAmong } from '../../../features/session/service'
import { tokenBook } from '../../../features/session/tokens'
import { type SocketKind, Sockets } from '../sockets'

/** Sockets with handlers of the test, on a separate port, over the data of a running server. Returns their origin. */
export async function openSockets(
  { app: { context: app } }: TestServer,
  kinds: readonly SocketKind[],
): Promise<string> {
  const server = createServer()
  const sessions = { checkToken: (token: string) => tokenBook(app).check('access', token), endedAmong }
  const sockets = new Sockets(app, sessions, kinds)
  sockets.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAtEnd(async () => {
    sockets.close()
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A hand-written WebSocket client that can break the protocol: it never answers a close frame. */
export class RudeClient {
  private constructor(readonly socket: Socket) {}

  static async to(address: string): Promise<RudeClient> {
    const { hostname, port, pathname, search } = new URL(address)
    const socket = connect(Number(port), hostname)
    // The server may disconnect it in the middle of a write.
    socket.on('error', () => {})
    await once(socket, 'connect')
    const key = Buffer.alloc(16, 7).toString('base64')
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    )
    await once(socket, 'data')
    return new RudeClient(socket)
  }

  /** Sends a text frame of at most 125 bytes. */
  say(text: string): void {
    const payload = Buffer.from(text)
    const mask = Buffer.alloc(4)
    this.socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), mask, payload]))
  }
}
