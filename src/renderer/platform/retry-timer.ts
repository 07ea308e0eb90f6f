import { type FailedAttempt, pauseAfter } from '#shared/rules/retry'
import type { Clock } from './clock'

/** Decides when something that failed is sent again: after a growing pause, or as soon as there is a connection again. */
export class RetryTimer {
  #failures = 0
  #cancel: (() => void) | null = null
  /** The server asked for the pause that is under way. */
  #mustRest = false

  constructor(
    private readonly clock: Clock,
    private readonly sendAgain: () => void,
  ) {}

  /** Whether a pause is under way, in which nothing is sent. */
  get isResting(): boolean {
    return this.#cancel !== null
  }

  /** Notes a failure. Returns whether it passes, so that `sendAgain` is called after a pause. */
  failed(attempt: FailedAttempt): boolean {
    const pause = pauseAfter(attempt, this.#failures, this.clock.random())
    if (pause === null) {
      this.reset()
      return false
    }
    this.#failures += 1
    this.#cancel?.()
    this.#mustRest = attempt.retryAfter !== undefined
    this.#cancel = this.clock.after(pause, () => this.#end())
    return true
  }

  /** The connection is back. Ends the pause, unless the server asked for it. */
  reconnect(): void {
    if (this.#cancel && !this.#mustRest) this.#end()
  }

  /** Something succeeded, or the person decided: there is nothing to wait for. */
  reset(): void {
    this.#failures = 0
    this.#cancel?.()
    this.#cancel = null
    this.#mustRest = false
  }

  #end(): void {
    this.#cancel?.()
    this.#cancel = null
    this.#mustRest = false
    this.sendAgain()
  }
}
