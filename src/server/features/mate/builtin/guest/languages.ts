import type { Language } from '#shared/contract/common'
import type { GuestPhrases } from './phrases'
import { german } from './phrases.de'
import { english } from './phrases.en'
import { spanish } from './phrases.es'
import { hindi } from './phrases.hi'

export const guestLanguages: Readonly<Record<Language, GuestPhrases>> = {
  en: english,
  de: german,
  es: spanish,
  hi: hindi,
}

/** The phrases of a language; English for an unknown language. */
export function guestPhrasesFor(language: string): GuestPhrases {
  return guestLanguages[language as Language] ?? english
}
