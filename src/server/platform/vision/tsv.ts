/** Words that were recognised with less confidence than this, of 100, are left out. */
const leastConfidence = 45
/** The columns of a row: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const columns = 12
const wordLevel = '5'

/** The words in tesseract's table, line by line, without those that it is not sure of. Control characters are dropped. */
export function wordsFromTsv(table: string): string {
  const lines = new Map<string, string[]>()
  for (const row of table.split('\n')) {
    const cells = row.replace(/\r$/, '').split('\t')
    if (cells.length < columns || cells[0] !== wordLevel) continue
    const word = cells
      .slice(columns - 1)
      .join(' ')
      .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
      .trim()
    // A lone mark is mostly an edge or a stain.
    if (Number(cells[10]) < leastConfidence || !/[\p{L}\p{N}]/u.test(word)) continue
    const line = cells.slice(1, 5).join('.')
    lines.set(line, [...(lines.get(line) ?? []), word])
  }
  return [...lines.values()].map(words => words.join(' ')).join('\n')
}
