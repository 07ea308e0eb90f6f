/** The part of a regular expression that searches, splits and replaces in one text. */
export interface Pattern extends Pick<RegExp, 'test' | 'exec' | typeof Symbol.split> {
  [Symbol.replace](text: string, replacement: string): string
}

/**
 * Compiled when it is first used: Unicode classes make that slow, and there are too many of these patterns to compile
 * all of them at the start of the server.
 */
class LazyPattern implements Pattern {
  #compiled: RegExp | undefined
  constructor(private readonly source: string) {}

  get #regExp(): RegExp {
    this.#compiled ??= new RegExp(this.source, 'u')
    return this.#compiled
  }

  test(text: string): boolean {
    return this.#regExp.test(text)
  }

  exec(text: string): RegExpExecArray | null {
    return this.#regExp.exec(text)
  }

  [Symbol.split](text: string, limit?: number): string[] {
    return this.#regExp[Symbol.split](text, limit)
  }

  [Symbol.replace](text: string, replacement: string): string {
    return this.#regExp[Symbol.replace](text, replacement)
  }
}

/** A pattern of whole words in any script; JavaScript's `\b` only knows ASCII letters. */
export function anyOf(...patterns: string[]): Pattern {
  return new LazyPattern(`(?<![\\p{L}\\p{M}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{M}\\p{N}])`)
}

/** The same, where the text contains nothing else but a name and punctuation. */
export function nothingBut(...patterns: string[]): Pattern {
  return new LazyPattern(`^(?:${patterns.join('|')})[\\s!.,]*(?:mate)?[\\s!.]*$`)
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
