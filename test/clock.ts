import type { Clock } from '../src/server/platform/clock'

/** A clock that a test controls. It starts on a Friday morning. */
export class TestClock implements Clock {
  #elapsed = 0
  #atZero = Date.parse('2026-11-20T09:00:00.000Z')
  readonly #tasks = new Set<{ due: number; period: number | null; run: () => void }>()

  now(): number {
    return this.#atZero + this.#elapsed
  }

  elapsed(): number {
    return this.#elapsed
  }

  /** Changes the wall clock without passing time. */
  set(by: number): void {
    this.#atZero += by
  }

  every(period: number, run: () => void): () => void {
    return this.#add({ due: this.#elapsed + period, period, run })
  }

  after(delay: number, run: () => void): () => void {
    return this.#add({ due: this.#elapsed + delay, period: null, run })
  }

  /** Advances the time, running everything that falls due, in order. */
  advance(milliseconds: number): void {
    const end = this.#elapsed + milliseconds
    for (;;) {
      const [next] = [...this.#tasks].filter(task => task.due <= end).sort((task, other) => task.due - other.due)
      if (!next) break
      this.#elapsed = Math.max(this.#elapsed, next.due)
      if (next.period === null) this.#tasks.delete(next)
      else next.due += next.period
      next.run()
    }
    this.#elapsed = end
  }

  #add(task: { due: number; period: number | null; run: () => void }): () => void {
    this.#tasks.add(task)
    return () => this.#tasks.delete(task)
  }
}
