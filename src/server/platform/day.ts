import { Temporal } from 'temporal-polyfill'

/**
 * A day of a time zone as instants: its first one and the first one of the next day. They are 23 or 25 hours apart when
 * clocks change.
 */
export function dayIn(zone: string, day: string): { from: string; to: string } {
  const date = Temporal.PlainDate.from(day)
  const startOf = (plainDate: Temporal.PlainDate) =>
    new Date(plainDate.toZonedDateTime(zone).epochMilliseconds).toISOString()
  return { from: startOf(date), to: startOf(date.add({ days: 1 })) }
}

/** The month of an instant in a time zone, as `YYYY-MM`. `at` is in milliseconds since the epoch. */
export const monthIn = (zone: string, at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString().slice(0, 7)
