import { Temporal } from 'temporal-polyfill'

/**
 * Returns a day `YYYY-MM-DD` of a zone as instants; `until`, `HH:MM`, ends it after that minute. Null while one of them
 * is incomplete.
 */
export function daySpan(day: string, until: string, zone: string): { from: string; to: string } | null {
  try {
    const date = Temporal.PlainDate.from(day)
    const begin = date.toZonedDateTime(zone)
    const end =
      until === ''
        ? date.add({ days: 1 }).toZonedDateTime(zone)
        : date.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(until) }).add({ minutes: 1 })
    const instant = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds).toISOString()
    return { from: instant(begin), to: instant(end) }
  } catch {
    return null
  }
}
