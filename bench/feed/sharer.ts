import type { FeedFrame } from '#shared/contract/sources/endpoints'
import { type FeedSocket, openFeed } from './feed-socket'

type Asked = Extract<FeedFrame, { event: 'screenshot' }>

/** The addresses of a server: for calls, and of somebody's feed socket. */
export interface FeedAddress {
  readonly url: string
  readonly socket: string
}

/** A computer that shares its screen, with the same frames as the desktop app. */
export class Sharer {
  /** When each picture was requested, by its id, in milliseconds. */
  readonly askedAt = new Map<string, number>()
  /** Errors with pictures. */
  readonly failures: string[] = []
  #feed: FeedSocket | undefined

  private constructor(
    private readonly at: FeedAddress,
    private readonly take: () => Promise<Buffer>,
  ) {}

  /** @param take returns a JPEG */
  static async open(at: FeedAddress, take: () => Promise<Buffer>): Promise<Sharer> {
    const sharer = new Sharer(at, take)
    await sharer.connect()
    return sharer
  }

  /** Connects, or reconnects, and reports that it shares. */
  async connect(): Promise<void> {
    const feed = await openFeed(this.at.socket, frame => {
      if (frame.event !== 'screenshot') return
      this.askedAt.set(frame.upload.id, performance.now())
      this.#answer(feed, frame).catch((error: Error) => this.failures.push(error.message))
    })
    this.#feed = feed
    feed.say({ event: 'sharing', state: 'sharing', what: 'Entire screen' })
  }

  ping(): void {
    this.#feed?.ping()
  }

  async leave(): Promise<void> {
    await this.#feed?.leave()
  }

  async vanish(): Promise<void> {
    await this.#feed?.vanish()
  }

  async #answer(feed: FeedSocket, { id, upload }: Asked): Promise<void> {
    const { url, method, headers, key } = upload
    const body = new Uint8Array(await this.take())
    const put = await fetch(new URL(url, this.at.url), { method, headers, body })
    const said = await put.text()
    if (!put.ok) throw new Error(`The upload was refused: ${put.status} ${said}`)
    if (feed.socket.readyState === feed.socket.OPEN) feed.say({ event: 'screenshot', id, url: key })
  }
}
