type Waiting = () => void

/**
 * Lets so many tasks run side by side, and of one party all but one, so that a place is left for others. Parties that wait take turns,
 * each first come, first served: who brings a hundred tasks waits for them, and nobody else does.
 */
export function takingTurns(atOnce: number): <T>(party: string | number, task: () => Promise<T>) => Promise<T> {
  const mostOfOne = Math.max(1, atOnce - 1)
  const running = new Map<string | number, number>()
  /** In the order of their turns: whose turn it was goes to the end. */
  const waiting = new Map<string | number, Waiting[]>()
  let places = atOnce

  const take = (party: string | number) => {
    places -= 1
    running.set(party, (running.get(party) ?? 0) + 1)
  }
  const leave = (party: string | number) => {
    places += 1
    const left = (running.get(party) ?? 0) - 1
    if (left > 0) running.set(party, left)
    else running.delete(party)
  }
  const mayRun = (party: string | number) => places > 0 && (running.get(party) ?? 0) < mostOfOne
  const callNext = () => {
    const next = [...waiting].find(([party]) => mayRun(party))
    if (!next) return
    const [party, [begin, ...others]] = next
    waiting.delete(party)
    if (others.length > 0) waiting.set(party, others)
    take(party)
    begin?.()
  }

  return async (party, task) => {
    if (mayRun(party)) take(party)
    else await new Promise<void>(begin => waiting.set(party, [...(waiting.get(party) ?? []), begin]))
    try {
      return await task()
    } finally {
      leave(party)
      callNext()
    }
  }
}
