/** A pattern of whole words in any script; JavaScript's `\b` only knows ASCII letters. */
export function anyOf(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'u')
}

/** The same, where the text contains nothing else but a name and punctuation. */
export function nothingBut(...patterns: string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})[\\s!.,]*(?:mate)?[\\s!.]*$`, 'u')
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/** Formats numbers of a language, alone or with a noun. */
export function counting(locale: string) {
  const figure = (count: number) => count.toLocaleString(locale)
  return {
    figure,
    some: (count: number, singular: string, many: string) => `${figure(count)} ${count === 1 ? singular : many}`,
  }
}
