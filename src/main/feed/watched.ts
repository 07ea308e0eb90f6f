import type { FeedRequest, Source } from '#shared/contract/sources/endpoints'

/**
 * The sources that the page watches, sent again on every new connection, because the server forgets them with the old
 * one.
 */
export class Watched {
  readonly #sources = new Map<string, Source>()

  constructor(private readonly send: (request: FeedRequest) => boolean) {}

  watch(source: Source): void {
    this.#sources.set(JSON.stringify(source), source)
    this.send({ event: 'watch', source })
  }

  unwatch(source: Source): void {
    this.#sources.delete(JSON.stringify(source))
    this.send({ event: 'unwatch', source })
  }

  resend(): void {
    for (const source of this.#sources.values()) this.send({ event: 'watch', source })
  }

  /** The page was closed, or somebody else is signed in. */
  clear(): void {
    for (const source of [...this.#sources.values()]) this.unwatch(source)
  }
}
