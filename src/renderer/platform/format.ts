import type { Language } from '#shared/contract/common'
import { day as dayLength } from '#shared/limits'
import { browserTimeZone, usePreferences } from './preferences'

type When = string | number | Date

/** Formats instants in a person's language and time zone. */
export interface Formatter {
  /** Today, Yesterday, otherwise the long date: Friday, November 20, 2026 [9.10b]. */
  day(when: When): string
  /** The long date of a calendar day `YYYY-MM-DD`, independent of the zone. */
  calendarDay(day: string): string
  /** The same for use in a sentence: Thursday, November 19, with the year if it is not the current one. */
  dayInSentence(day: string): string
  /** A short date for rows: Mon, Nov 9, with the year if it is not the current one. */
  shortDay(when: When): string
  /**
   * Calendar days from then to now in the person's zone: 0 is today, 1 yesterday, negative values are in the future.
   */
  daysAgo(when: When): number
  /** 3:05 PM in English [9.10c]; other languages use their own format. */
  time(when: When): string
  /** The time of today, or the short date with the time: 2:04 PM; Mon, Nov 9, 2:04 PM. */
  timeOrDay(when: When): string
  /** Day and time, for lists: "Yesterday, 3:05 PM". */
  dayAndTime(when: When): string
  /** The calendar day as `YYYY-MM-DD`, for grouping and for `on` in the contract. */
  dayKey(when: When): string
  number(value: number): string
}

/** English dates follow the United States [9.10b]. */
const locales: Record<Language, string> = { en: 'en-US', hi: 'hi-IN', de: 'de-DE', es: 'es-ES' }

export function createFormatter(language: Language, zone: string, now: () => number = Date.now): Formatter {
  const locale = locales[language]
  const eachYear = (options: Intl.DateTimeFormatOptions) => ({
    this: new Intl.DateTimeFormat(locale, options),
    other: new Intl.DateTimeFormat(locale, { ...options, year: 'numeric' }),
  })
  const timeZone = isKnown(zone) ? zone : browserTimeZone()
  const longDate = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'full' })
  const inSentence = eachYear({ timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' })
  const short = eachYear({ timeZone, weekday: 'short', month: 'short', day: 'numeric' })
  const longDay = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'full' })
  const clock = new Intl.DateTimeFormat(
    locale,
    language === 'en'
      ? { timeZone, hour: 'numeric', minute: '2-digit', hour12: true }
      : { timeZone, timeStyle: 'short' },
  )
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const numbers = new Intl.NumberFormat(locale)

  const dayKey = (when: When) => parts.format(new Date(when))
  const yearOf = (key: string) => (key.startsWith(dayKey(now()).slice(0, 5)) ? 'this' : 'other')
  const daysAgo = (when: When) => Math.round((Date.parse(dayKey(now())) - Date.parse(dayKey(when))) / dayLength)
  const day = (when: When) => {
    const ago = daysAgo(when)
    return ago === 0 || ago === 1 ? capital(relative.format(-ago, 'day')) : longDate.format(new Date(when))
  }
  // Newer browsers put a narrow no-break space before AM and PM, older ones do not.
  const time = (when: When) => clock.format(new Date(when)).replaceAll('\u202f', ' ')
  return {
    day,
    calendarDay: key => longDay.format(Date.parse(key)),
    dayInSentence: key => inSentence[yearOf(key)].format(Date.parse(key)),
    shortDay: when => short[yearOf(dayKey(when))].format(new Date(when)),
    daysAgo,
    time,
    dayKey,
    timeOrDay: when =>
      daysAgo(when) === 0 ? time(when) : `${short[yearOf(dayKey(when))].format(new Date(when))}, ${time(when)}`,
    dayAndTime: when => `${day(when)}, ${time(when)}`,
    number: value => numbers.format(value),
  }
}

/** The server's list of zones may be newer than the browser's. */
function isKnown(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone }) !== null
  } catch {
    return false
  }
}

function capital(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1)
}

let last: { language: Language; zone: string; formatter: Formatter } | null = null

function formatterFor(language: Language, zone: string): Formatter {
  if (last?.language !== language || last.zone !== zone)
    last = { language, zone, formatter: createFormatter(language, zone) }
  return last.formatter
}

/** Returns the formatter of the signed-in person. All callers share one until the language or zone changes. */
export function useFormat(): Formatter {
  const language = usePreferences(state => state.language)
  const zone = usePreferences(state => state.timeZone)
  return formatterFor(language, zone ?? browserTimeZone())
}
