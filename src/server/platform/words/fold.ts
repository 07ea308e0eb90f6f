const spelled: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }

/**
 * A sign that is not seen after each 30 that are not printable ASCII. Marks are put in order only between such signs, and putting a run of them in
 * order takes time that grows with the square of its length.
 */
const withBreaks = (text: string): string => text.replace(/[^\s!-~]{30}/gu, '$&\u034f')

/** A text without accents and capitals, as `search_text` in the database has it. Marks of scripts that are read by them stay. */
export function folded(text: string): string {
  return withBreaks(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u00ad\u200c\u200d]/g, '')
    .toLowerCase()
    .replace(/[ßæœøđłı]/g, letter => spelled[letter] ?? letter)
}

/** Letters and digits with the marks that belong to them. Only the first mark of several is where a word may begin. */
const word = /(?<!\p{M})\p{M}*[\p{L}\p{N}][\p{L}\p{M}\p{N}\u00ad\u200c\u200d]*/gu

/** The words of a text, folded, in their order. */
export const wordsOf = (text: string): string[] => folded(text).match(word) ?? []

/** Each word of a text as it stands there. */
export const wordsIn = (text: string) => text.matchAll(word)
