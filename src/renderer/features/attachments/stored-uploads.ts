/** The database in which this browser keeps files that have not fully reached the server. */
export const database = 'wheelhouse.uploads'
/** The draft that marks that such files exist, so that the database is opened only when needed. */
export const storedUploadsKey = 'uploads.kept'

const listeners = new Set<() => void>()

/** Calls back when the kept files are erased in this tab, so that nothing reopens the database for them. */
export function onStoredUploadsErased(forgotten: () => void): void {
  listeners.add(forgotten)
}

/** Erases the kept files of every account. */
export function eraseStoredUploads(): void {
  for (const forgotten of listeners) forgotten()
  if ('indexedDB' in window) indexedDB.deleteDatabase(database)
}
