import { de } from './de'
import { en, type Texts } from './en'
import { es } from './es'
import { hi } from './hi'

const catalogues: Readonly<Record<string, Texts>> = { en, de, es, hi }

/** The words in the system's language, English where there are none. `locale` is a tag such as `de-AT`. */
export function textsFor(locale: string): Texts {
  return catalogues[locale.split('-')[0]?.toLowerCase() ?? ''] ?? en
}

/** Puts values in the place of `{names}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
