import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work at a stretch. */
const stretch = 8

/** Keeps long work from blocking the event loop, and ends it when the signal is aborted. */
export class Pace {
  #since = performance.now()

  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Whether others should have a turn: then `rest` is due. */
  get isDue(): boolean {
    return performance.now() - this.#since > stretch
  }

  /** Throws the signal's reason. */
  async rest(): Promise<void> {
    await setImmediate()
    this.signal?.throwIfAborted()
    this.#since = performance.now()
  }
}
