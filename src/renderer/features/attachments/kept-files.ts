/** Where this browser keeps files that are not all at the server yet. */
export const database = 'wheelhouse.uploads'
/** The draft that says that there are some, so that nobody has to look. */
export const keptMark = 'uploads.kept'

const listeners = new Set<() => void>()

/** Calls back when they are erased here, so that nobody opens the database again for what was in it. */
export function onKeptFilesForgotten(forgotten: () => void): void {
  listeners.add(forgotten)
}

/** Erases them, whoever they belong to. */
export function forgetKeptFiles(): void {
  for (const forgotten of listeners) forgotten()
  if ('indexedDB' in window) indexedDB.deleteDatabase(database)
}
