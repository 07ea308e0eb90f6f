import type { FeedFrame, Source } from '#shared/contract/sources/endpoints'
import { type FeedSocket, openFeed } from './feed-socket'
import type { FeedAddress } from './sharer'

type Shown = Extract<FeedFrame, { event: 'frame' }>

/** A picture that a viewer has loaded completely. */
export interface Seen {
  readonly id: string
  readonly bytes: number
  /** When the last byte arrived, in milliseconds. */
  readonly at: number
}

/** A viewer who loads each picture of the watched sources. */
export class Onlooker {
  #feed: FeedSocket | undefined
  /** Callbacks for the pictures of each source. */
  readonly #watching = new Map<string, (seen: Seen | Error) => void>()

  private constructor(private readonly at: FeedAddress) {}

  static async open(at: FeedAddress): Promise<Onlooker> {
    const onlooker = new Onlooker(at)
    onlooker.#feed = await openFeed(at.socket, frame => {
      if (frame.event === 'frame') void onlooker.#load(frame)
    })
    return onlooker
  }

  watch(source: Source, see: (seen: Seen | Error) => void): void {
    this.#watching.set(JSON.stringify(source), see)
    this.#feed?.say({ event: 'watch', source })
  }

  unwatch(source: Source): void {
    this.#watching.delete(JSON.stringify(source))
    this.#feed?.say({ event: 'unwatch', source })
  }

  /** The next picture; null if none comes in time. Stops watching afterwards. */
  next(source: Source, patience: number): Promise<Seen | Error | null> {
    return new Promise(resolve => {
      const end = (seen: Seen | Error | null) => {
        clearTimeout(timer)
        this.unwatch(source)
        resolve(seen)
      }
      const timer = setTimeout(() => end(null), patience)
      this.watch(source, end)
    })
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

  async #load({ id, source, url }: Shown): Promise<void> {
    const see = this.#watching.get(JSON.stringify(source))
    if (!see) return
    try {
      const response = await fetch(new URL(url, this.at.url))
      const { byteLength: bytes } = await response.arrayBuffer()
      see(response.ok ? { id, bytes, at: performance.now() } : new Error(`A picture answered ${response.status}.`))
    } catch (error) {
      see(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
