/** One of `count` places, always the same for the same text (FNV-1a): a person keeps their colour everywhere. */
export function stableIndex(text: string, count: number): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return (hash >>> 0) % count
}
