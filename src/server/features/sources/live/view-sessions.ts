import type { Clock } from '../../../platform/clock'

/** Somebody who looks again this soon has not stopped. */
const sameViewingWithin = 60_000

/** Who looks at what, so that the audit log has it once, however often a page scrolls past [D8]. */
export class ViewSessions {
  /** When each ended, monotonic; infinite while it goes on. */
  readonly #ended = new Map<string, number>()

  constructor(private readonly clock: Clock) {}

  isNew(viewing: string): boolean {
    const ended = this.#ended.get(viewing) ?? Number.NEGATIVE_INFINITY
    return this.clock.elapsed() - ended > sameViewingWithin
  }

  begin(viewing: string): void {
    this.#ended.set(viewing, Number.POSITIVE_INFINITY)
  }

  end(viewing: string): void {
    const now = this.clock.elapsed()
    for (const [other, ended] of this.#ended) if (now - ended > sameViewingWithin) this.#ended.delete(other)
    this.#ended.set(viewing, now)
  }
}
