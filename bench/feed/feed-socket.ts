import { once } from 'node:events'
import { WebSocket } from 'ws'
import { FeedFrame, type FeedRequest } from '#shared/contract/sources/endpoints'

type Wanted = Extract<FeedFrame, { event: 'screenshot' | 'frame' }>

/**
 * Only frames about pictures are parsed. The others go to everybody whenever somebody comes or goes; parsing them would
 * be most of the load's own work.
 */
const wanted = /^\{"event":"(screenshot|frame)"/

/** Opens a feed socket; frames about pictures go to `hear`, parsed by the contract. */
export async function openFeed(address: string, hear: (frame: Wanted) => void): Promise<FeedSocket> {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  const feed = new FeedSocket(socket)
  socket.on('message', data => {
    const text = String(data)
    if (!wanted.test(text)) return
    const frame = FeedFrame.parse(JSON.parse(text))
    if (frame.event === 'screenshot' || frame.event === 'frame') hear(frame)
  })
  await once(socket, 'open')
  // Later connection errors show as a close.
  socket.on('error', () => {})
  return feed
}

export class FeedSocket {
  constructor(readonly socket: WebSocket) {}

  say(request: FeedRequest): void {
    this.socket.send(JSON.stringify(request))
  }

  ping(): void {
    this.socket.send('ping')
  }

  /** Resolves when it is closed. */
  async leave(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return
    const closed = once(this.socket, 'close')
    this.socket.close(1000)
    await closed
  }

  /** Ends without a close, as when the network fails. */
  async vanish(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return
    const closed = once(this.socket, 'close')
    this.socket.terminate()
    await closed
  }
}
