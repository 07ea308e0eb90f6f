import { eraseDatabase } from '../erase-database'

/** The database of mutations that wait to be sent. */
export const database = 'wheelhouse.mutations'

const listeners = new Set<() => void>()

/** Calls back when all mutations are erased in this tab, so that nothing reopens the database for them. */
export function onMutationsErased(erased: () => void): void {
  listeners.add(erased)
}

/**
 * Erases the mutations of every account. A module of its own, because it must be loaded before the rest of the queue.
 */
export function eraseMutations(): void {
  for (const erased of listeners) erased()
  eraseDatabase(database)
}
