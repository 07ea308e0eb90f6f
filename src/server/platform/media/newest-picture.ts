import type { Clock } from '../clock'

/** Passes on one picture in each interval, always the newest. */
export class Newest {
  #last = Number.NEGATIVE_INFINITY
  #waiting: Buffer | undefined
  #cancel = () => {}

  constructor(
    private readonly clock: Clock,
    private readonly every: number,
    private readonly show: (jpeg: Buffer) => void,
  ) {}

  offer(jpeg: Buffer): void {
    const wait = this.#last + this.every - this.clock.elapsed()
    if (!this.#waiting && wait > 0) this.#cancel = this.clock.after(wait, () => this.#show())
    this.#waiting = jpeg
    if (wait <= 0) this.#show()
  }

  /** Drops the waiting picture, which would be shown after the report that the camera is gone. */
  end(): void {
    this.#cancel()
    this.#waiting = undefined
  }

  #show(): void {
    const jpeg = this.#waiting
    this.end()
    if (!jpeg) return
    this.#last = this.clock.elapsed()
    this.show(jpeg)
  }
}
