/**
 * Maps a text to one of `count` numbers, always to the same one (FNV-1a), so that a person has the same colour
 * everywhere.
 */
export function stableIndex(text: string, count: number): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return (hash >>> 0) % count
}
