import { Temporal } from 'temporal-polyfill'
import { Instant } from '#shared/contract/common'
import { PlotUnit } from '#shared/contract/graphs/endpoints'
import { graph as limits } from '#shared/contract/graphs/limits'

/** The range in the address of a graph: calendar days in the reader's zone, both inclusive. */
export interface Range {
  /** Null: the day of the newest log that it counts, chosen by the server. */
  days: { first: string; last: string } | null
  /** Null: a unit that suits the length. */
  unit: PlotUnit | null
}

/** The earliest date that databases and calendars agree on. */
const earliest = '1970-01-02'
const latest = '9998-12-31'

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= earliest && text <= latest && isInCalendar(text)

function isInCalendar(day: string): boolean {
  try {
    return Temporal.PlainDate.from(day, { overflow: 'reject' }).toString() === day
  } catch {
    return false
  }
}

/** A point that a link leads to: `?at=2026-11-20T09:00:00.000Z&unit=hour&label=1`. */
export interface Point {
  at: string
  label: number | null
}

export function pointIn(query: URLSearchParams): Point | null {
  const at = Instant.safeParse(query.get('at'))
  if (!at.success) return null
  const label = query.get('label')
  return { at: at.data, label: label !== null && /^[0-4]$/.test(label) ? Number(label) : null }
}

/** The days that show a point with some of what was before: its day by the hour, a week by the day, a month by the week. */
function daysAround({ at }: Point, unit: PlotUnit | null, zone: string): { first: string; last: string } {
  const last = Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate()
  if (unit === 'week') return lastDays(28, last.add({ days: 6 }).toString())
  return lastDays(unit === 'day' ? 7 : 1, last.toString())
}

/** Reads `?from=2026-11-13&to=2026-11-19&unit=day`. */
export function rangeFrom(query: URLSearchParams, zone: string): Range {
  const first = query.get('from')
  const last = query.get('to')
  const unit = PlotUnit.safeParse(query.get('unit')).data ?? null
  const point = pointIn(query)
  const named = isDay(first) && isDay(last) && first <= last ? { first, last } : null
  return { days: named ?? (point && daysAround(point, unit, zone)), unit }
}

/** Whether the address asks for the period before as well: `?compare=before`. */
export const isComparedIn = (query: URLSearchParams): boolean => query.get('compare') === 'before'

/** How many other graphs are shown below one. */
export const graphsBesideAtMost = 3

/** The other graphs that the address asks for: `?with=6.7`. */
export function graphsBesideIn(query: URLSearchParams, graph_id: number): number[] {
  const ids = (query.get('with') ?? '').split('.').filter(text => /^[1-9]\d{0,14}$/.test(text))
  return [...new Set(ids.map(Number))].filter(id => id !== graph_id).slice(0, graphsBesideAtMost)
}

/** Returns the days in the zone that a time touches, its end excluded. */
export function daysOf({ from, to }: { from: string; to: string }, zone: string): { first: string; last: string } {
  const dayAt = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString()
  return { first: dayAt(Date.parse(from)), last: dayAt(Date.parse(to) - 1) }
}

/** The number of days, both ends included. */
export function lengthOf({ first, last }: { first: string; last: string }): number {
  return Temporal.PlainDate.from(first).until(last, { largestUnit: 'day' }).days + 1
}

/** A number of days up to a given one. */
export const lastDays = (count: number, last: string) => ({
  first: Temporal.PlainDate.from(last)
    .subtract({ days: count - 1 })
    .toString(),
  last,
})

/** The range of the same length right before or after. */
export function shifted(days: { first: string; last: string }, direction: -1 | 1) {
  const by = { days: lengthOf(days) * direction }
  const moved = (day: string) => Temporal.PlainDate.from(day).add(by).toString()
  return { first: moved(days.first), last: moved(days.last) }
}

/** Returns the units for the days; units with more parts than the server allows are left out. */
export function unitsFor(days: { first: string; last: string }): PlotUnit[] {
  const length = lengthOf(days)
  // A day may have 25 hours.
  const parts: Record<PlotUnit, number> = { hour: 25 * length, day: length, week: length / 7 }
  return PlotUnit.options.filter(unit => parts[unit] <= limits.buckets)
}
