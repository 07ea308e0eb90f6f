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
