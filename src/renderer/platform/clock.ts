import { steadyClock } from '#shared/rules/steady-clock'

/** The time and timers, replaceable so that tests need not wait. All times are in milliseconds. */
export interface Clock {
  now(): number
  /** Monotonic time for measuring durations. Setting the system clock does not affect it. */
  elapsed(): number
  /** Calls back once; returns the function that cancels it. */
  after(ms: number, then: () => void): () => void
  /** A number between 0 and 1. */
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

/** The time for anything that expires: see {@link steadyClock}. */
export const steadyNow = steadyClock(browserClock)
