/** The database in which this browser keeps what waits to be sent. */
export const database = 'wheelhouse.mutations'

const listeners = new Set<() => void>()

/** Calls back when everything that waits is erased in this tab, so that nothing opens the database again for it. */
export function onMutationsErased(erased: () => void): void {
  listeners.add(erased)
}

/** Erases what waits to be sent, of every account. Small, because it has to be there before anything else of the queue is loaded. */
export function eraseMutations(): void {
  for (const erased of listeners) erased()
  if ('indexedDB' in window) indexedDB.deleteDatabase(database)
}
