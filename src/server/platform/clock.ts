/** The source of time, so that tests can control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds since an arbitrary moment, for intervals. It only grows, even if the wall clock is changed. */
  elapsed(): number
  /** Runs `task` every `period` milliseconds until the returned function is called. Never keeps the process alive. */
  every(period: number, task: () => void): () => void
  /** Runs `task` once after `delay` milliseconds unless the returned function is called first. */
  after(delay: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  every(period, task) {
    const timer = setInterval(task, period)
    timer.unref()
    return () => clearInterval(timer)
  },
  after(delay, task) {
    const timer = setTimeout(task, delay)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
