import type { FeedRequest, Source } from '#shared/contract/sources/endpoints'

type Watching = 'watch' | 'follow'

/**
 * The sources that the page watches or follows, sent again on every new connection, because the server forgets them with the old
 * one.
 */
export class Watched {
  readonly #sources = new Map<string, { event: Watching; source: Source }>()

  constructor(private readonly send: (request: FeedRequest) => boolean) {}

  watch(source: Source, event: Watching): void {
    const watching = { event, source }
    this.#sources.set(JSON.stringify(source), watching)
    this.send(watching)
  }

  unwatch(source: Source): void {
    this.#sources.delete(JSON.stringify(source))
    this.send({ event: 'unwatch', source })
  }

  resend(): void {
    for (const watching of this.#sources.values()) this.send(watching)
  }

  /** The page was closed, or somebody else is signed in. */
  clear(): void {
    for (const { source } of [...this.#sources.values()]) this.unwatch(source)
  }
}
