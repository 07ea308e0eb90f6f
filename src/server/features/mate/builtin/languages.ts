import type { Phrases } from './phrases'
import { english } from './phrases.en'

const languages: Readonly<Record<string, Phrases>> = { en: english }

/** The phrases of a language; English where a language is not known. */
export function phrasesFor(language: string): Phrases {
  return languages[language] ?? english
}
