/** Characters that a function can take as arguments at once. */
const atOnce = 8_192

/** Bytes as base64, for JSON. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += atOnce) text += String.fromCharCode(...bytes.subarray(at, at + atOnce))
  return btoa(text)
}

export function fromBase64(text: string): Uint8Array {
  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)
  for (let at = 0; at < characters.length; at += 1) bytes[at] = characters.charCodeAt(at)
  return bytes
}
