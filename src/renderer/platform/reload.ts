/** Loads the app anew at its root, which leads back to where the person was [4.5b]. */
export function reloadToRoot(): void {
  location.replace('/')
}

/** Loads the app anew where it is. */
export function reload(): void {
  location.reload()
}
