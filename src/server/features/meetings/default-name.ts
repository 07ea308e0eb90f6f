import { Language } from '#shared/contract/common'

const words: Record<Language, { meeting: string; locale: string }> = {
  // As everywhere in the product a day stands before its month.
  en: { meeting: 'Meeting', locale: 'en-GB' },
  hi: { meeting: 'बैठक', locale: 'hi-IN' },
  de: { meeting: 'Besprechung', locale: 'de-DE' },
  es: { meeting: 'Reunión', locale: 'es-ES' },
}

/** What a recording is called that nobody named: `Meeting, Friday, 20 November 2026, 14:30`, in the words and the zone of who made it. */
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
