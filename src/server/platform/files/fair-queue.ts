type Waiting = () => void

/**
 * Limits how many tasks run at once. One party gets all places but one, so that a place is left for others. Waiting
 * parties take turns, each in order of arrival: a party with a hundred tasks delays only itself.
 */
export function createFairQueue(atOnce: number): <T>(party: string | number, task: () => Promise<T>) => Promise<T> {
  const placesOfOneParty = Math.max(1, atOnce - 1)
  const running = new Map<string | number, number>()
  /** Ordered by turn: a party that had its turn goes to the end. */
  const waiting = new Map<string | number, Waiting[]>()
  let places = atOnce

  const take = (party: string | number) => {
    places -= 1
    running.set(party, (running.get(party) ?? 0) + 1)
  }
  const release = (party: string | number) => {
    places += 1
    const left = (running.get(party) ?? 0) - 1
    if (left > 0) running.set(party, left)
    else running.delete(party)
  }
  const mayRun = (party: string | number) => places > 0 && (running.get(party) ?? 0) < placesOfOneParty
  const startNext = () => {
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
      release(party)
      startNext()
    }
  }
}
