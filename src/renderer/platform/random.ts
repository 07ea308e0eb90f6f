/**
 * Returns `count` random bytes as URL-safe base64. Works on plain-HTTP addresses too, where `crypto.randomUUID` does
 * not exist.
 */
export function randomText(count = 16): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(count)))
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
