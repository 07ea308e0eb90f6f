/** Lets so many go at once; the others wait, first come, first served. */
export class Semaphore {
  readonly #waiting: (() => void)[] = []

  constructor(private free: number) {}

  /** Waits for a place; answers the function that gives it back. */
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
