const minute = 60_000
const hour = 60 * minute

/**
 * Returns the first instant of a day `YYYY-MM-DD` in the zone of `dayKey`. It searches to the minute, because days are
 * not all 24 hours long, and because no zone is further than 14 hours from UTC.
 */
export function startOfDay(day: string, dayKey: (at: number) => string): string {
  let before = Date.parse(day) - 15 * hour
  let within = Date.parse(day) + 15 * hour
  while (within - before > minute) {
    const between = before + Math.floor((within - before) / minute / 2) * minute
    if (dayKey(between) < day) before = between
    else within = between
  }
  return new Date(within).toISOString()
}

/** The day some days later or, with a negative number, earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * hour).toISOString().slice(0, 10)

/** The following day. */
export const dayAfter = (day: string): string => addDays(day, 1)
