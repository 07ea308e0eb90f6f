import { steadyClock } from '#shared/rules/steady-clock'

/** Timers and time, so that what waits can be tested without waiting. Milliseconds. */
export interface Clock {
  now(): number
  /** Milliseconds since some moment, for lengths: it only grows, whatever the clock on the wall is set to. */
  elapsed(): number
  /** Calls back once; answers the function that prevents it. */
  after(ms: number, then: () => void): () => void
  /** Between 0 and 1. */
  random(): number
}

export const browserClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

/** For what is good for a while only: see {@link steadyClock}. */
export const steadyNow = steadyClock(browserClock)
