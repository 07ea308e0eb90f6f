/** Deletes a database of this browser. Apart from `idb`, because it runs at sign-out, before anything opened one. */
export function eraseDatabase(name: string): void {
  if ('indexedDB' in window) indexedDB.deleteDatabase(name)
}
