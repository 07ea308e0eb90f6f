const hour = 60 * 60 * 1000
const minute = 60 * 1000

/**
 * Returns the first instant after a day `YYYY-MM-DD` in the zone of `dayKey`. It searches to the minute, because days
 * are not all 24 hours long, and because no zone is further than 14 hours from UTC.
 */
export function endOfDay(day: string, dayKey: (at: number) => string): string {
  const middle = Date.parse(day) + 24 * hour
  let within = middle - 15 * hour
  let after = middle + 15 * hour
  while (after - within > minute) {
    const between = within + Math.floor((after - within) / minute / 2) * minute
    if (dayKey(between) > day) after = between
    else within = between
  }
  return new Date(after).toISOString()
}
