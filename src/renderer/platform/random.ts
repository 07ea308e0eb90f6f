/**
 * Returns `count` random bytes as URL-safe base64. Works on plain-HTTP addresses too, where `crypto.randomUUID` does
 * not exist.
 */
export function randomText(count = 16): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(count)))
}

/** Returns a random key of 10 characters for one of a few things that belong together, as the points of a list [9.9a]. */
export const randomKey = (): string => randomText(8).slice(0, 10)

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
