import { Temporal } from 'temporal-polyfill'

/** Returns the instants at which the days start and end. A day does not always have 24 hours. */
export function instantsOf({ first, last }: { first: string; last: string }, zone: string) {
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds).toISOString()
  return {
    from: startOf(Temporal.PlainDate.from(first)),
    to: startOf(Temporal.PlainDate.from(last).add({ days: 1 })),
  }
}
