import type { Language } from '#shared/contract/common'
import type { Phrases } from './phrases'
import { german } from './phrases.de'
import { english } from './phrases.en'
import { spanish } from './phrases.es'
import { hindi } from './phrases.hi'

export const languages: Readonly<Record<Language, Phrases>> = { en: english, de: german, es: spanish, hi: hindi }

/** The phrases of a language; English for an unknown language. */
export function phrasesFor(language: string): Phrases {
  return languages[language as Language] ?? english
}
