import type { Clock } from './clock'

interface Timer {
  at: number
  period: number | null
  then: () => void
}

/** A clock that stands still until a test advances it, with controlled randomness. */
export class TestClock implements Clock {
  chance = 0.5
  #now = 0
  #wall = 0
  #timers: Timer[] = []

  now = (): number => this.#wall + this.#now
  elapsed = (): number => this.#now
  random = (): number => this.chance
  after = (ms: number, then: () => void): (() => void) => this.#add({ at: this.#now + ms, period: null, then })
  every = (ms: number, then: () => void): (() => void) => this.#add({ at: this.#now + ms, period: ms, then })

  /** Changes the wall clock without passing time. */
  set(by: number): void {
    this.#wall += by
  }

  /** Runs everything that is due within `ms`, in order, letting promises settle in between. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    await settled()
    for (let next = this.#due(end); next; next = this.#due(end)) {
      this.#now = next.at
      if (next.period === null) this.#remove(next)
      else next.at += next.period
      next.then()
      await settled()
    }
    this.#now = end
  }

  get waiting(): number {
    return this.#timers.length
  }

  #due(end: number): Timer | undefined {
    return this.#timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)[0]
  }

  #add(timer: Timer): () => void {
    this.#timers.push(timer)
    return () => this.#remove(timer)
  }

  #remove(timer: Timer): void {
    this.#timers = this.#timers.filter(other => other !== timer)
  }
}

/** Lets everything run that only waits for promises. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  await new Promise(resolve => setImmediate(resolve))
}
