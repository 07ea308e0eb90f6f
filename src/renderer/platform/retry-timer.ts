import { type FailedAttempt, pauseAfter } from '#shared/rules/retry'
import type { Clock } from './clock'

/** Decides when a failed action is repeated: after a growing pause, or as soon as the connection is back. */
export class RetryTimer {
  #failures = 0
  #cancel: (() => void) | null = null
  /** The server asked for the current pause. */
  #mustRest = false

  constructor(
    private readonly clock: Clock,
    private readonly sendAgain: () => void,
  ) {}

  /** Whether a pause is running, during which nothing is sent. */
  get isResting(): boolean {
    return this.#cancel !== null
  }

  /** Records a failure. Returns whether it is temporary, in which case `sendAgain` is called after a pause. */
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

  /** Ends the pause because the connection is back, unless the server asked for the pause. */
  reconnect(): void {
    if (this.#cancel && !this.#mustRest) this.#end()
  }

  /** Ends all waiting, because an attempt succeeded or the person decided. */
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
