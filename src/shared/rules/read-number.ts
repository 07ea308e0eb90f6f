/** A digit, with more digits, separators and marks of thousands behind it. */
const candidate = /[+\-−–]?[\p{Sc}]?\d[\d.,'’]*/gu
/** What makes digits part of something else: a time, a date, a version, a word with digits, a share of two numbers. */
const joining = /[\p{L}\p{N}:/\\_#]/u

/**
 * The number that a text shows [D48], such as `1,234.5`, `12 °C` or `−3,5 %`; the first one if there are several. Times,
 * dates, versions, addresses and words with digits are no numbers. Null if there is none.
 */
export function numberIn(text: string): number | null {
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const before = text[index - 1] ?? ''
    const end = index + found.length
    if (joining.test(before) || /[-−–.,]/.test(before)) continue
    if (isJoined(text, end)) continue
    const value = amountOf(found.replace(/[.,'’]+$/, ''))
    if (value !== null) return value
  }
  return null
}

/** Whether what follows digits makes them part of something else; a unit such as `km` does not. */
function isJoined(text: string, end: number): boolean {
  const after = text[end] ?? ''
  if (/[:/\\_]/.test(after) || /[-−–]/.test(after)) return /[\p{L}\p{N}]/u.test(text[end + 1] ?? '')
  if (!/\p{L}/u.test(after)) return false
  // Letters with digits among them are a word, like `2FA` and `4K7`; letters alone are a unit if there are few.
  const word = /^[\p{L}\p{N}_]+/u.exec(text.slice(end))?.[0] ?? ''
  return /[\p{N}_]/u.test(word) || word.length > 4
}

function amountOf(found: string): number | null {
  const isNegative = /^[-−–]/.test(found)
  const digits = found.replace(/^[+\-−–]?\p{Sc}?/u, '')
  const plain = plainDigits(digits)
  if (plain === null || plain.replace('.', '').length > 15) return null
  const value = Number(plain)
  return isNegative ? -value : value
}

/** Digits with at most one decimal point; null for what is written like neither. */
function plainDigits(digits: string): string | null {
  if (/^\d+$/.test(digits)) return digits
  // One kind of mark groups thousands, another one begins the decimals.
  const grouped = /^(\d{1,3})((?:[.,'’]\d{3})+)(?:([.,])(\d+))?$/.exec(digits)
  if (grouped) {
    const [, first = '', groups = '', point, decimals] = grouped
    const marks = new Set(groups.replace(/\d/g, ''))
    const isOneMark = marks.size === 1 && (point === undefined || !marks.has(point))
    // A single group could be decimals: `1,234` is a thousand, `1.234` and `0,123` are not.
    const isDecimal = point === undefined && groups.length === 4 && (groups[0] === '.' || first === '0')
    if (isOneMark && !isDecimal) return `${first}${groups.replace(/\D/g, '')}${point ? `.${decimals}` : ''}`
  }
  const decimal = /^(\d+)[.,](\d+)$/.exec(digits)
  return decimal ? `${decimal[1]}.${decimal[2]}` : null
}
