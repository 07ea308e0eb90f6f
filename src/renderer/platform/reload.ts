/** Reloads the app at its root, which leads back to where the person was [4.5b]. */
export function reloadToRoot(): void {
  location.replace('/')
}

/** Reloads the app in place. */
export function reload(): void {
  location.reload()
}
