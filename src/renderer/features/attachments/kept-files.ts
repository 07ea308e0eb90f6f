/** Where this browser keeps files that are not all at the server yet. */
export const database = 'wheelhouse.uploads'
/** The draft that says that there are some, so that nobody has to look. */
export const keptMark = 'uploads.kept'

/** Erases them, whoever they belong to. */
export function forgetKeptFiles(): void {
  if ('indexedDB' in window) indexedDB.deleteDatabase(database)
}
