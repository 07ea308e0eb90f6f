/** Limits how many tasks run at once; the others wait in the order in which they came. */
export class Semaphore {
  readonly #waiting: (() => void)[] = []

  constructor(private free: number) {}

  /** Waits for a free place. Returns the function that releases it. */
  async enter(): Promise<() => void> {
    if (this.free > 0) this.free -= 1
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.free += 1
    }
  }
}
