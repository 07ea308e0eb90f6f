/** What a spreadsheet would take for a formula, also in the wide letters of East Asia. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** A cell that says what it says and does nothing [RFC 4180]. */
function cell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of comma-separated values. */
export const csvLine = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

/** By this at the beginning of a file Excel knows the encoding. */
export const encodingMark = '\ufeff'
