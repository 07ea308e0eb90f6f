const normalised: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }

/**
 * Inserts an invisible character after every 30 characters that are not printable ASCII. Normalisation reorders marks
 * only between such characters, and takes quadratic time for a long run of marks.
 */
const withBreaks = (text: string): string => text.replace(/[^\s!-~]{30}/gu, '$&\u034f')

/**
 * A text without accents and capitals, as `search_text` in the database computes it. Marks that are essential to their
 * script stay.
 */
export function folded(text: string): string {
  return withBreaks(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad\u200c\u200d]/g, '')
    .toLowerCase()
    .replace(/[ßæœøđłı]/g, letter => normalised[letter] ?? letter)
}

/** Letters and digits with the marks that belong to them. Of several marks, a word may begin only at the first. */
const word = /(?<!\p{M})\p{M}*[\p{L}\p{N}][\p{L}\p{M}\p{N}\u00ad\u200c\u200d]*/gu

/** The words of a text, folded, in order. */
export const wordsOf = (text: string): string[] => folded(text).match(word) ?? []

/** The beginning of a folded word that its other forms mostly share. */
export const stemOf = (word: string): string => (word.length > 5 ? word.slice(0, -2) : word)

/** Each word of a text as written. */
export const wordsIn = (text: string) => text.matchAll(word)
