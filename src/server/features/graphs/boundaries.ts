import { Temporal } from 'temporal-polyfill'
import type { PlotUnit } from '#shared/contract/graphs/endpoints'

const hour = 3_600_000

/**
 * The ISO instants at which the local hours, days or weeks (from Monday) that a range touches begin, and the one at
 * which the last of them ends. Null if there are more than `atMost`. A day has 23 or 25 hours when clocks change, and a
 * repeated hour counts as two.
 */
export function boundaries(
  { from, to, unit, zone }: { from: string; to: string; unit: PlotUnit; zone: string },
  atMost: number,
): string[] | null {
  const end = Date.parse(to)
  const found: number[] = []
  for (const start of startsOf(unit, Temporal.Instant.from(from).toZonedDateTimeISO(zone))) {
    // A day that a zone skipped begins where the next one does.
    if (start !== found.at(-1)) found.push(start)
    if (start >= end) return found.map(instant => new Date(instant).toISOString())
    if (found.length > atMost) break
  }
  return null
}

function* startsOf(unit: PlotUnit, at: Temporal.ZonedDateTime): Generator<number> {
  if (unit === 'hour') return yield* hoursFrom(at)
  const days = unit === 'week' ? 7 : 1
  const day = at.toPlainDate()
  const first = unit === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day
  for (let nr = 0; ; nr += days) {
    yield first.add({ days: nr }).toZonedDateTime(at.timeZoneId).epochMilliseconds
  }
}

/** Each full local hour, also where clocks change by half an hour or stand at a quarter past. */
function* hoursFrom(at: Temporal.ZonedDateTime): Generator<number> {
  const intoHour = (zonedDateTime: Temporal.ZonedDateTime) =>
    zonedDateTime.minute * 60_000 + zonedDateTime.second * 1_000 + zonedDateTime.millisecond
  let start = at.epochMilliseconds - intoHour(at)
  for (;;) {
    yield start
    start += hour - intoHour(Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(at.timeZoneId))
  }
}
