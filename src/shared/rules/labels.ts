/** Whether no two labels read the same, ignoring capitals and the composition of accents. */
export function areDistinct(texts: readonly string[]): boolean {
  return new Set(texts.map(read)).size === texts.length
}

const read = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')

/** Identifies a label among those of all graphs. */
export const labelKey = ({ graph_id, label }: { graph_id: number; label: number }): string => `${graph_id}.${label}`
