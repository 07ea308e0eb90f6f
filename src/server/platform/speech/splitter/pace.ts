import { setImmediate } from 'node:timers/promises'

/** Milliseconds of uninterrupted work. */
const stretch = 8

/** Keeps long work from blocking the event loop, and ends it when the signal is aborted. */
export class Pace {
  #since = performance.now()

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Whether `rest` is due, so that other work gets a turn. */
  get isDue(): boolean {
    return performance.now() - this.#since > stretch
  }

  /** Yields to the event loop. Throws the signal's reason if it is aborted. */
  async rest(): Promise<void> {
    await setImmediate()
    this.signal?.throwIfAborted()
    this.#since = performance.now()
  }
}
