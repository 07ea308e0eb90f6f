import type { Clock } from '../../../platform/clock'

/** Somebody who watches again this soon has not stopped. */
const sameSessionWithin = 60_000

/** Who watches what, so that the audit log records it once, however often a page scrolls past [D8]. */
export class ViewSessions {
  /** When each session ended, on the monotonic clock; infinite while it lasts. */
  readonly #ended = new Map<string, number>()

  constructor(private readonly clock: Clock) {}

  isNew(viewing: string): boolean {
    const ended = this.#ended.get(viewing) ?? Number.NEGATIVE_INFINITY
    return this.clock.elapsed() - ended > sameSessionWithin
  }

  begin(viewing: string): void {
    this.#ended.set(viewing, Number.POSITIVE_INFINITY)
  }

  end(viewing: string): void {
    const now = this.clock.elapsed()
    for (const [other, ended] of this.#ended) if (now - ended > sameSessionWithin) this.#ended.delete(other)
    this.#ended.set(viewing, now)
  }
}
