import { Temporal } from 'temporal-polyfill'
import type { Language } from '#shared/contract/common'

/** An instant in a time zone with its offset: `2026-11-20T15:21:07.5+01:00`. */
export const timeIn = (zone: string, instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toString({ timeZoneName: 'never' })

/** The first and the last day of a range in a zone, `YYYY-MM-DD`; the range ends just before its last instant. */
export function daysOf(zone: string, range: { start_time: string; end_time: string }): { first: string; last: string } {
  const dayOf = (milliseconds: number) =>
    Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone).toPlainDate().toString()
  return { first: dayOf(Date.parse(range.start_time)), last: dayOf(Date.parse(range.end_time) - 1) }
}

/** Formats days and times for a reader. */
export function clockFor(language: Language, zone: string) {
  const made = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: zone })
    return (instant: string) => format.format(new Date(instant))
  }
  return {
    day: made({ dateStyle: 'full' }),
    time: made({ timeStyle: 'short' }),
    moment: made({
      ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit' },
    }),
  }
}
