/** Runs a few tasks at once; others wait in the order in which they came. */
export class ConcurrencyLimit {
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(
    private readonly atOnce: number,
    private readonly waitingAtMost: number,
    /** The error of a task that finds no place to wait. */
    private readonly full: () => Error,
  ) {}

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running < this.atOnce) this.#running += 1
    else if (this.#waiting.length >= this.waitingAtMost) throw this.full()
    // Whoever finishes passes its place on, so that nobody overtakes those who wait.
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
