import { Temporal } from 'temporal-polyfill'

/** Returns the instants at which the days start and end. A day does not always have 24 hours. */
export function instantsOf({ first, last }: { first: string; last: string }, zone: string) {
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds).toISOString()
  return {
    from: startOf(Temporal.PlainDate.from(first)),
    to: startOf(Temporal.PlainDate.from(last).add({ days: 1 })),
  }
}

/** The minute that a clock in the zone shows, as fields for day and time take it: `YYYY-MM-DDTHH:mm`. */
export const minuteOf = (at: string, zone: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' })

/** Returns null for an incomplete field. A minute that a clock change skips becomes the one after it. */
export function instantOf(minute: string, zone: string): string | null {
  try {
    return new Date(Temporal.PlainDateTime.from(minute).toZonedDateTime(zone).epochMilliseconds).toISOString()
  } catch {
    return null
  }
}
