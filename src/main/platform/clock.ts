/** Timers and time, so that tests need not wait. Milliseconds. */
export interface Clock {
  now(): number
  /** Milliseconds since an arbitrary moment, for intervals. It only grows, even if the wall clock is changed. */
  elapsed(): number
  /** Calls back once; returns the function that cancels it. */
  after(ms: number, then: () => void): () => void
  /** Calls back repeatedly until the returned function is called. */
  every(ms: number, then: () => void): () => void
  /** Between 0 and 1. */
  random(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
  every(ms, then) {
    const timer = setInterval(then, ms)
    return () => clearInterval(timer)
  },
  random: () => Math.random(),
}
