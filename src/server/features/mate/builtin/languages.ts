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

/**
 * The phrases of the language of a question: the one with the most of its stop words. If others have no more than the
 * person's own language, it is that, unless only another one knows the question.
 */
export function phrasesForQuestion(question: string, own: string): Phrases {
  if (/\p{Script=Devanagari}/u.test(question)) return hindi
  const words = question.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const count = ({ stopWords }: Phrases) => words.filter(word => stopWords.has(word)).length
  const others = [english, german, spanish]
  const best = others.reduce((so, phrases) => (count(phrases) > count(so) ? phrases : so), phrasesFor(own))
  return count(best) > 0 ? best : ([best, ...others].find(phrases => isKnown(question.toLowerCase(), phrases)) ?? best)
}

/** Whether a question is of a known kind in a language. */
const isKnown = (question: string, { asks, search, followUp }: Phrases) =>
  [...Object.values(asks), search, ...Object.values(followUp)].some(pattern => pattern.test(question))

/** The language of phrases. */
export const languageOf = ({ locale }: Phrases): Language => locale.slice(0, 2) as Language
