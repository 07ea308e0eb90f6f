/** Lets so many tasks run side by side; the others wait, first come, first served. */
export function takingTurns(atOnce: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async task => {
    if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      // A place that somebody waits for is passed on, not given back.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
