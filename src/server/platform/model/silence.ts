import type { Clock } from '../clock'

/** Detects when the other side was silent for too long. Time during which others work does not count. */
export class Silence {
  #working = 0
  #cancel = () => {}
  #ended = false

  constructor(
    private readonly clock: Clock,
    /** Milliseconds. */
    private readonly longest: number,
    private readonly tooLong: () => void,
  ) {
    this.broken()
  }

  /** Something arrived: the time restarts. */
  broken(): void {
    this.#cancel()
    if (this.#working === 0 && !this.#ended) this.#cancel = this.clock.after(this.longest, this.tooLong)
  }

  /** Pauses the time while `work` runs; it restarts when no work is running any more. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const resume = this.pause()
    try {
      return await work()
    } finally {
      resume()
    }
  }

  /** Pauses the time until the returned function is called. */
  pause(): () => void {
    this.#working += 1
    this.#cancel()
    return () => {
      this.#working -= 1
      this.broken()
    }
  }

  end(): void {
    this.#ended = true
    this.#cancel()
  }
}
