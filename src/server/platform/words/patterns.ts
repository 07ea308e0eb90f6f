/** A pattern of whole words in any script; JavaScript's own `\b` knows the English alphabet only. */
export function anyOf(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'u')
}

/** The same, and nothing else in the text but a name and marks. */
export function nothingBut(...patterns: string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})[\\s!.,]*(?:mate)?[\\s!.]*$`, 'u')
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/** Figures of a language, alone or with what is counted. */
export function counting(locale: string) {
  const figure = (count: number) => count.toLocaleString(locale)
  return { figure, some: (count: number, one: string, many: string) => `${figure(count)} ${count === 1 ? one : many}` }
}
