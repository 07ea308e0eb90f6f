import { Temporal } from 'temporal-polyfill'

/** A day, `YYYY-MM-DD`, of a zone as instants; `until`, `HH:MM`, ends it with that minute. Null where one of them is not written out. */
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
