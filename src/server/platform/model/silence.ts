import type { Clock } from '../clock'

/** Tells when somebody who should speak has said nothing for too long. Time during which others are at work does not count. */
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

  /** Something was said: the time begins anew. */
  broken(): void {
    this.#cancel()
    if (this.#working === 0 && !this.#ended) this.#cancel = this.clock.after(this.longest, this.tooLong)
  }

  /** Stops the time while `work` runs; it begins anew when nobody works any more. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const resume = this.pause()
    try {
      return await work()
    } finally {
      resume()
    }
  }

  /** Stops the time until the returned function is called. */
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
