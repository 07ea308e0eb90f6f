import { Language } from '#shared/contract/common'

const words: Record<Language, { meeting: string; locale: string }> = {
  // English dates are day first here, as everywhere in the product.
  en: { meeting: 'Meeting', locale: 'en-GB' },
  hi: { meeting: 'बैठक', locale: 'hi-IN' },
  de: { meeting: 'Besprechung', locale: 'de-DE' },
  es: { meeting: 'Reunión', locale: 'es-ES' },
}

/**
 * The name of a recording that nobody named, in the language and zone of its creator: `Meeting, Friday, 20 November
 * 2026, 14:30`.
 */
export function defaultName(
  { language, timezone }: { language: string; timezone: string },
  recorded_at: string,
): string {
  const { meeting, locale } = words[Language.catch('en').parse(language)]
  const at = new Date(recorded_at)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: timezone }).format(at)
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: timezone } as const
  return `${meeting}, ${day}, ${new Intl.DateTimeFormat(locale, clock).format(at)}`
}
