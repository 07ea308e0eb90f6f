import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import type { PlotUnit } from '#shared/contract/graphs/endpoints'
import { boundaries } from './boundaries'

const over = (unit: PlotUnit, zone: string, from: string, to: string) =>
  boundaries({ from, to, unit, zone }, 1_000) ?? []

/** The local time at each boundary, and its offset from UTC. */
const shown = (edges: readonly string[], zone: string) =>
  edges.map(edge => {
    const local = Temporal.Instant.from(edge).toZonedDateTimeISO(zone)
    return local.toPlainTime().toString({ smallestUnit: 'minute' }) + local.offset
  })

const lengths = (edges: readonly string[]) =>
  edges.slice(1).map((edge, index) => (Date.parse(edge) - Date.parse(edges[index] ?? '')) / 3_600_000)

describe('Hours, days and weeks of a zone [D22]', () => {
  test('a range is widened to the whole units that it touches', () => {
    expect(over('hour', 'UTC', '2026-11-20T09:30:00Z', '2026-11-20T11:00:00.001Z')).toEqual([
      '2026-11-20T09:00:00.000Z',
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T11:00:00.000Z',
      '2026-11-20T12:00:00.000Z',
    ])
    expect(over('day', 'Asia/Kolkata', '2026-11-20T00:00:00Z', '2026-11-20T18:30:00Z')).toEqual([
      '2026-11-19T18:30:00.000Z',
      '2026-11-20T18:30:00.000Z',
    ])
    // A Friday: the week began on Monday, 16 November.
    expect(over('week', 'America/New_York', '2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z')).toEqual([
      '2026-11-16T05:00:00.000Z',
      '2026-11-23T05:00:00.000Z',
    ])
  })

  test('hours begin at half past if the zone is offset by half an hour', () => {
    expect(over('hour', 'Asia/Kolkata', '2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z')).toEqual([
      '2026-11-20T08:30:00.000Z',
      '2026-11-20T09:30:00.000Z',
      '2026-11-20T10:30:00.000Z',
    ])
  })

  test('the day on which clocks go forward has 23 hours, none of which is left out', () => {
    const edges = over('hour', 'Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')
    expect(edges).toHaveLength(24)
    expect(shown(edges.slice(0, 4), 'Europe/Berlin')).toEqual([
      '00:00+01:00',
      '01:00+01:00',
      '03:00+02:00',
      '04:00+02:00',
    ])
    expect(lengths(over('day', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z'))).toEqual([24, 23, 24])
  })

  test('on the day on which they go back, the repeated hour counts as two', () => {
    const edges = over('hour', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')
    expect(edges).toHaveLength(26)
    expect(shown(edges.slice(1, 5), 'Europe/Berlin')).toEqual([
      '01:00+02:00',
      '02:00+02:00',
      '02:00+01:00',
      '03:00+01:00',
    ])
    expect(lengths(over('day', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z'))).toEqual([24, 25, 24])
  })

  test.each([
    ['America/New_York', '2026-03-08T12:00:00Z', 23, 167],
    ['America/New_York', '2026-11-01T12:00:00Z', 25, 169],
    ['America/Santiago', '2026-09-06T12:00:00Z', 23, 167],
    ['Australia/Lord_Howe', '2026-10-04T12:00:00+11:00', 23.5, 167.5],
  ])('in %s the day and the week of %s have their own length', (zone, at, hoursOfDay, hoursOfWeek) => {
    const from = new Date(at).toISOString()
    const to = new Date(Date.parse(at) + 1).toISOString()
    expect(lengths(over('day', zone, from, to))).toEqual([hoursOfDay])
    expect(lengths(over('week', zone, from, to))).toEqual([hoursOfWeek])
  })

  test('if clocks change by half an hour, that half is a unit of its own and full hours follow', () => {
    const zone = 'Australia/Lord_Howe'
    expect(shown(over('hour', zone, '2026-10-03T14:30:00Z', '2026-10-03T17:00:00Z'), zone)).toEqual([
      '01:00+10:30',
      '02:30+11:00',
      '03:00+11:00',
      '04:00+11:00',
    ])
  })

  test('a day that a zone skipped has no unit', () => {
    const edges = over('day', 'Pacific/Apia', '2011-12-29T20:00:00Z', '2011-12-31T20:00:00Z')
    expect(lengths(edges)).toEqual([24, 24, 24])
  })

  test('a range with too many units has none', () => {
    const params = { from: '2026-11-20T00:00:00Z', to: '2026-11-22T00:00:00Z', unit: 'hour', zone: 'UTC' } as const
    expect(boundaries(params, 48)).toHaveLength(49)
    expect(boundaries(params, 47)).toBeNull()
  })

  test('units follow each other without gaps, cover the whole range, and begin at local boundaries', () => {
    const instant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2030, 0) })
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    )
    const unit = fc.constantFrom<PlotUnit>('hour', 'day', 'week')
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 20 * 86_400_000 }), zone, unit, (start, length, zone, unit) => {
        const edges = over(unit, zone, new Date(start).toISOString(), new Date(start + length).toISOString())
        expect(Date.parse(edges.at(0) ?? '')).toBeLessThanOrEqual(start)
        expect(Date.parse(edges.at(1) ?? '')).toBeGreaterThan(start)
        expect(Date.parse(edges.at(-1) ?? '')).toBeGreaterThanOrEqual(start + length)
        expect(Date.parse(edges.at(-2) ?? '')).toBeLessThan(start + length)
        expect(Math.min(...lengths(edges))).toBeGreaterThan(0)
        for (const edge of edges) {
          const local = Temporal.Instant.from(edge).toZonedDateTimeISO(zone)
          if (unit === 'hour') expect([0, 30]).toContain(local.minute)
          else expect(local.startOfDay().equals(local)).toBe(true)
          if (unit === 'week') expect(local.dayOfWeek).toBe(1)
        }
      }),
    )
  })
})
