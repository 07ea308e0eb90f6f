// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { PlotUnit } from '#shared/contract/graphs/endpoints'
import { bucketNames } from './bucket-names'

/** Returns the names of the times between these instants. */
function names(unit: PlotUnit, zone: string, instants: readonly string[], language = 'en') {
  const at = instants.map(instant => new Date(instant).toISOString())
  const buckets = at.slice(1).map((to, nr) => ({ from: at[nr] ?? to, to, counts: {} }))
  return {
    ...bucketNames({ unit, zone, from: at[0] ?? '', to: at.at(-1) ?? '', buckets }, language),
    ticks(this: void) {
      return buckets.map((_, nr) => bucketNames({ unit, zone, from: '', to: '', buckets }, language).tick(nr))
    },
  }
}
const hours = (from: string, count: number) =>
  Array.from({ length: count + 1 }, (_, nr) => new Date(Date.parse(from) + nr * 3_600_000).toISOString())

describe('The names of times in a graph [D22]', () => {
  test('use the hour of the zone, in the reader’s language', () => {
    expect(names('hour', 'America/Chicago', hours('2026-11-20T19:00Z', 2)).ticks()).toEqual(['1 PM', '2 PM'])
    expect(names('hour', 'Europe/Berlin', hours('2026-11-20T13:00Z', 2), 'de').ticks()).toEqual(['14 Uhr', '15 Uhr'])
    expect(names('hour', 'Asia/Kolkata', hours('2026-11-20T03:30Z', 1)).ticks()).toEqual(['9 AM'])
  })

  test('contain the offset from UTC if an hour occurs twice', () => {
    const autumn = names('hour', 'Europe/Berlin', hours('2026-10-24T23:00Z', 4))
    expect(autumn.ticks()).toEqual(['1 AM', '2 AM GMT+2', '2 AM GMT+1', '3 AM'])
    expect(autumn.time(1)).toBe('Sun, Oct 25, 2:00 AM – 2:00 AM (GMT+2)')
    expect(names('hour', 'Europe/Berlin', hours('2026-03-29T00:00Z', 2)).ticks()).toEqual(['1 AM', '3 AM'])
  })

  test('contain the day where hours of several days meet', () => {
    expect(names('hour', 'UTC', hours('2026-11-19T22:00Z', 4)).ticks()).toEqual(['Nov 19', '11 PM', 'Nov 20', '1 AM'])
  })

  test('describe stretches of hours, of whole days, of weeks', () => {
    const day = names('hour', 'UTC', hours('2026-11-20T00:00Z', 24))
    expect(day.time(14)).toBe('Fri, Nov 20, 2:00 PM – 3:00 PM')
    expect(day.time(14, 16)).toBe('Fri, Nov 20, 2:00 PM – 5:00 PM')
    expect(day.time(0, 23)).toBe('Fri, Nov 20, 2026')
    const weeks = names('week', 'UTC', ['2026-11-09T00:00Z', '2026-11-16T00:00Z', '2026-11-23T00:00Z'])
    expect(weeks.ticks()).toEqual(['Nov 9', 'Nov 16'])
    expect(weeks.time(1)).toBe('Mon, Nov 16 – Sun, Nov 22, 2026')
  })
})
