const second = 1000
const first = second
const longest = 60 * second

/**
 * Delays between attempts: 1 s, 2 s, 4 s … 60 s, minus a random part of up to half, so that cameras do not reconnect in
 * step.
 */
export class Backoff {
  #next = first

  /** @param random returns numbers from 0 to 1 */
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
