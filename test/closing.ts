const closing: (() => Promise<void>)[] = []

/** Has something closed when the tests of this file have ended, with its servers. Hooks may call it too, unlike afterAll. */
export function closeAtEnd(close: () => Promise<void>): void {
  closing.push(close)
}

/** Closes what was opened since: test/tidy.ts calls it after each file. */
export async function closeAll(): Promise<void> {
  const outcomes = await Promise.allSettled(closing.splice(0).map(close => close()))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
