/** Whether no two labels read the same, ignoring capitals and the composition of accents. */
export function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts.map(read)).size === texts.length
}

const read = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
