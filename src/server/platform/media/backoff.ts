const second = 1000
const first = second
const longest = 60 * second

/** How long to wait before the next try: 1 s, 2 s, 4 s … 60 s, less up to half of it so that cameras do not come back in step. */
export class Backoff {
  #next = first

  /** @param random from 0 to 1 */
  constructor(private readonly random: () => number) {}

  next(): number {
    const wait = this.#next
    this.#next = Math.min(2 * wait, longest)
    return wait * (1 - this.random() / 2)
  }

  reset(): void {
    this.#next = first
  }
}
