/**
 * Runs a few tasks at once. Waiting tasks take turns by key, one of each key at a time, so that somebody with many
 * tasks delays only themselves.
 */
export class FairQueue {
  readonly #waiting = new Map<string, (() => void)[]>()
  readonly #busy = new Set<string>()

  constructor(private readonly atOnce: number) {}

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    if (this.#busy.size >= this.atOnce || this.#busy.has(key)) {
      await new Promise<void>(resolve => {
        this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve])
      })
    } else this.#busy.add(key)
    try {
      return await task()
    } finally {
      this.#busy.delete(key)
      this.#next()
    }
  }

  /** Starts the tasks that may run now. A key that had its turn goes behind all others. */
  #next(): void {
    for (const [key, [first, ...rest]] of this.#waiting) {
      if (this.#busy.size >= this.atOnce) return
      if (this.#busy.has(key)) continue
      this.#waiting.delete(key)
      if (rest.length > 0) this.#waiting.set(key, rest)
      this.#busy.add(key)
      first?.()
    }
  }
}
