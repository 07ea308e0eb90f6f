import { Language } from '#shared/contract/common'
import { de } from './de'
import { en, type Texts } from './en'
import { es } from './es'
import { hi } from './hi'

const catalogues: Readonly<Record<Language, Texts>> = { en, de, es, hi }

/** The language of a tag such as `de-AT`; English if there are no texts for it. */
export function languageOf(locale: string): Language {
  return Language.catch('en').parse(locale.split('-')[0]?.toLowerCase())
}

/** The texts in the system's language. */
export const textsFor = (locale: string): Texts => catalogues[languageOf(locale)]

/** Replaces `{names}` by values. */
export function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
