/** Timers and time, so that what waits can be tested without waiting. Milliseconds. */
export interface Clock {
  now(): number
  /** Milliseconds since some moment, for lengths: it only grows, whatever the clock on the wall is set to. */
  elapsed(): number
  /** Calls back once; answers the function that prevents it. */
  after(ms: number, then: () => void): () => void
  /** Calls back again and again until the returned function is called. */
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
