/** Characters that a spreadsheet takes as the beginning of a formula, including East Asian full-width ones. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell that a spreadsheet shows as text and never evaluates [RFC 4180]. */
function cell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of comma-separated values. */
export const csvLine = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

/** The byte order mark, by which Excel recognises the encoding. */
export const encodingMark = '\ufeff'
