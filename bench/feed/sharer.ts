import type { FeedFrame } from '#shared/contract/sources/endpoints'
import { type FeedSocket, openFeed } from './feed-socket'

type Asked = Extract<FeedFrame, { event: 'screenshot' }>

/** Where a server is reached: its address for calls, and the one of its feed socket for somebody. */
export interface FeedAddress {
  readonly url: string
  readonly socket: string
}

/** A computer that shares its screen: it does on the feed socket what the desktop app does. */
export class Sharer {
  /** When it was asked for each picture, by the picture's id; milliseconds. */
  readonly askedAt = new Map<string, number>()
  /** What went wrong with pictures. */
  readonly failures: string[] = []
  #feed: FeedSocket | undefined

  private constructor(
    private readonly at: FeedAddress,
    private readonly take: () => Promise<Buffer>,
  ) {}

  /** @param take makes a picture: JPEG */
  static async open(at: FeedAddress, take: () => Promise<Buffer>): Promise<Sharer> {
    const sharer = new Sharer(at, take)
    await sharer.connect()
    return sharer
  }

  /** Connects, again if need be, and says that it shares. */
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
