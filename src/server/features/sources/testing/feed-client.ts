import { WebSocket } from 'ws'
import { FeedFrame, type FeedRequest, type Source } from '#shared/contract/sources/endpoints'
import { type SocketUser, socketAddress } from '../../../platform/live/testing/live-client'

type FrameOf<E extends FeedFrame['event']> = Extract<FeedFrame, { event: E }>

const open = new Set<FeedClient>()

/** Closes the connections that tests have left open. */
export async function closeAllFeedClients(): Promise<void> {
  await Promise.all([...open].map(client => client.leave()))
}

/** A client of /sockets/feed that records everything it receives, parsed by the contract. */
export class FeedClient {
  readonly frames: FeedFrame[] = []
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  readonly #opened: Promise<unknown>
  #waiting: (() => void)[] = []
  readonly #pongs: (() => void)[] = []

  constructor(
    readonly who: SocketUser,
    readonly socket = new WebSocket(socketAddress(who, '/sockets/feed')),
  ) {
    open.add(this)
    this.#opened = new Promise(resolve => socket.once('open', resolve))
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
      if (text === 'pong') this.#pongs.shift()?.()
      else {
        this.frames.push(FeedFrame.parse(JSON.parse(text)))
        this.#wake()
      }
    })
  }

  /** A client whose frames the server reads, so that it misses nothing from now on. */
  static async of(who: SocketUser): Promise<FeedClient> {
    const client = new FeedClient(who)
    await client.#opened
    await Promise.race([client.ping(), client.closed])
    return client
  }

  say(request: FeedRequest): void {
    this.socket.send(JSON.stringify(request))
  }

  watch(source: Source): void {
    this.say({ event: 'watch', source })
  }

  follow(source: Source): void {
    this.say({ event: 'follow', source })
  }

  unwatch(source: Source): void {
    this.say({ event: 'unwatch', source })
  }

  heard<E extends FeedFrame['event']>(event: E): FrameOf<E>[] {
    return this.frames.filter((frame): frame is FrameOf<E> => frame.event === event)
  }

  /** The first matching frame of this event, past or future. Rejects if the socket closes before it. */
  async until<E extends FeedFrame['event']>(event: E, isMeant: (frame: FrameOf<E>) => boolean = () => true) {
    for (;;) {
      const found = this.heard(event).find(isMeant)
      if (found) return found
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`The socket was closed with ${await this.closed} before that.`)
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
  }

  /** Waits until this many of this event were received, and returns the last of them. */
  async untilCount<E extends FeedFrame['event']>(event: E, count: number): Promise<FrameOf<E>> {
    const last = await this.until(event, frame => this.heard(event).indexOf(frame) === count - 1)
    return last
  }

  /** Sends ping and resolves with the answer, which follows everything that was sent before it. */
  async ping(): Promise<void> {
    const answered = new Promise<void>(resolve => this.#pongs.push(resolve))
    this.socket.send('ping')
    await answered
  }

  /** Waits until the viewers of a source have exactly these names. */
  untilViewers(source: Source, names: readonly string[]) {
    const wanted = [...names].sort().join()
    return this.until(
      'viewers',
      frame =>
        frame === this.heard('viewers').findLast(update => JSON.stringify(update.source) === JSON.stringify(source)) &&
        frame.users
          .map(user => user.name)
          .sort()
          .join() === wanted,
    )
  }

  async leave(code = 1000): Promise<void> {
    this.socket.close(code)
    await this.closed
  }

  #wake(): void {
    for (const go of this.#waiting.splice(0)) go()
  }
}
