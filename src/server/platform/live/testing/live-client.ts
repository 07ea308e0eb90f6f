import { type ClientOptions, WebSocket } from 'ws'
import { LiveFrame } from '#shared/contract/live'

/** The person who opens a socket, with everything its URL is made from. */
export interface SocketUser {
  server: { url: string }
  user_id: number
  organization_id: number
  tokens: { AccessToken: string } | null
}

type EventFrame = Extract<LiveFrame, { event: 'event' }>

/** The URL that a client of this person connects to, with some parameters changed. */
export function socketAddress(who: SocketUser, path = '/sockets/chat', changes: Record<string, string> = {}): string {
  const address = new URL(path, who.server.url.replace('http', 'ws'))
  address.search = new URLSearchParams({
    user_id: String(who.user_id),
    organization_id: String(who.organization_id),
    access_token: who.tokens?.AccessToken ?? '',
    ...changes,
  }).toString()
  return address.href
}

const open = new Set<LiveClient>()

/** Closes the connections that tests have left open. */
export async function closeAllClients(): Promise<void> {
  await Promise.all([...open].map(client => client.leave()))
}

/** A client of /sockets/chat that records everything it receives, parsed by the contract. */
export class LiveClient {
  readonly frames: LiveFrame[] = []
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  #waiting: (() => void)[] = []
  readonly #pings: (() => void)[] = []

  constructor(readonly socket: WebSocket) {
    open.add(this)
    this.closed = new Promise(resolve => {
      socket.on('close', code => {
        resolve(code)
        open.delete(this)
        this.#wake()
      })
    })
    // Connection errors show as a close.
    socket.on('error', () => {})
    socket.on('message', data => {
      const text = data.toString()
      if (text === 'pong') {
        this.#pings.shift()?.()
        return
      }
      this.frames.push(LiveFrame.parse(JSON.parse(text)))
      this.#wake()
    })
  }

  static to(who: SocketUser, changes: Record<string, string> = {}, options: ClientOptions = {}): LiveClient {
    return new LiveClient(new WebSocket(socketAddress(who, '/sockets/chat', changes), options))
  }

  /** Connects, waits for `ready`, and requests the events after `last_seq`, by default the newest number. */
  static async listening(who: SocketUser, last_seq?: number): Promise<LiveClient> {
    const client = LiveClient.to(who)
    const ready = await client.until(frame => frame.event === 'ready')
    client.resume(last_seq ?? ('seq' in ready ? ready.seq : 0))
    return client
  }

  get events(): EventFrame[] {
    return this.frames.filter(frame => frame.event === 'event')
  }

  resume(last_seq: number): void {
    this.socket.send(JSON.stringify({ event: 'resume', last_seq }))
  }

  /** The first matching frame, past or future. Rejects if the socket closes before it. */
  async until(isMeant: (frame: LiveFrame) => boolean): Promise<LiveFrame> {
    for (let looked = 0; ; ) {
      const found = this.frames.slice(looked).find(isMeant)
      if (found) return found
      looked = this.frames.length
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`The socket was closed with ${await this.closed} before that.`)
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
  }

  /** Waits for the event with this number. */
  untilSeq(seq: number): Promise<LiveFrame> {
    return this.until(frame => frame.event === 'event' && frame.seq === seq)
  }

  /** Sends ping and resolves with the answer, which follows everything that was sent before it. */
  async ping(): Promise<'pong'> {
    const answered = new Promise<'pong'>(resolve => this.#pings.push(() => resolve('pong')))
    const closed = this.closed.then((code): never => {
      throw new Error(`The socket was closed with ${code} instead of an answer.`)
    })
    this.socket.send('ping')
    return Promise.race([answered, closed])
  }

  async leave(): Promise<void> {
    this.socket.close(1000)
    await this.closed
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go()
  }
}
