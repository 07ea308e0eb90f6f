import type { Clock } from '../src/server/platform/clock'

interface Task {
  due: number
  /** Null if it runs once. */
  period: number | null
  run: () => void
}

const mostRepetitions = 100

/** A clock that a test controls. It starts on a Friday morning. */
export class TestClock implements Clock {
  #elapsed = 0
  #atZero = Date.parse('2026-11-20T09:00:00.000Z')
  readonly #tasks = new Set<Task>()

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

  /**
   * Advances the time, running everything that falls due, in order. What is repeated runs at most 100 times: nothing else
   * happens between two of its runs, and a jump of weeks would be millions of them.
   */
  advance(milliseconds: number): void {
    const end = this.#elapsed + milliseconds
    for (const task of this.#tasks) {
      if (task.period === null) continue
      const left = Math.floor((end - task.due) / task.period) - mostRepetitions
      if (left > 0) task.due += left * task.period
    }
    for (;;) {
      const next = this.#next()
      if (!next || next.due > end) break
      this.#elapsed = Math.max(this.#elapsed, next.due)
      if (next.period === null) this.#tasks.delete(next)
      else next.due += next.period
      next.run()
    }
    this.#elapsed = end
  }

  /** The task that is due first; of several the one that was added first. Days have millions of them. */
  #next(): Task | undefined {
    let first: Task | undefined
    for (const task of this.#tasks) if (!first || task.due < first.due) first = task
    return first
  }

  #add(task: Task): () => void {
    this.#tasks.add(task)
    return () => this.#tasks.delete(task)
  }
}
