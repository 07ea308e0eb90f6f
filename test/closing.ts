const closing: (() => Promise<void>)[] = []

/**
 * Registers something to be closed when the tests of this file have ended, before its servers. Unlike afterAll, hooks
 * may call it too.
 */
export function closeAtEnd(close: () => Promise<void>): void {
  closing.push(close)
}

/** Closes everything registered; test/tidy.ts calls it after each file. */
export async function closeAll(): Promise<void> {
  const outcomes = await Promise.allSettled(closing.splice(0).map(close => close()))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
