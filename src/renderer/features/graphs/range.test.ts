// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { instantsOf } from '../../platform/day-bounds'
import { daysOf, lastDays, lengthOf, rangeFrom, shifted, unitsFor } from './range'

const range = (query: string) => rangeFrom(new URLSearchParams(query), 'UTC')

describe('The time range of a graph [D22]', () => {
  test('is in the address as days in the reader’s zone', () => {
    expect(range('from=2026-11-13&to=2026-11-19&unit=day')).toEqual({
      days: { first: '2026-11-13', last: '2026-11-19' },
      unit: 'day',
    })
    expect(range('')).toEqual({ days: null, unit: null })
  })

  test.each([
    'from=2026-02-30&to=2026-03-01',
    'from=2026-11-19&to=2026-11-13',
    'from=2026-11-19',
    'from=0001-01-01&to=2026-11-13',
    'from=2026-11-01&to=9999-12-31',
    'from=tomorrow&to=2026-11-13',
  ])('is chosen by the server if the address is invalid: %s', query => {
    expect(range(query).days).toBeNull()
    expect(range(`${query}&unit=minute`).unit).toBeNull()
  })

  test('starts and ends at midnight in the zone, on days of 23 and 25 hours too', () => {
    const berlin = (day: string) => instantsOf({ first: day, last: day }, 'Europe/Berlin')
    expect(berlin('2026-03-29')).toEqual({ from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' })
    expect(berlin('2026-10-25')).toEqual({ from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' })
    expect(daysOf(berlin('2026-10-25'), 'Europe/Berlin')).toEqual({ first: '2026-10-25', last: '2026-10-25' })
    expect(daysOf({ from: '2026-11-15T18:30:00Z', to: '2026-11-17T18:30:00Z' }, 'Asia/Kolkata')).toEqual({
      first: '2026-11-16',
      last: '2026-11-17',
    })
  })

  test('moves back and forward by its own length', () => {
    const week = lastDays(7, '2026-11-20')
    expect(week).toEqual({ first: '2026-11-14', last: '2026-11-20' })
    expect(lengthOf(week)).toBe(7)
    expect(shifted(week, -1)).toEqual({ first: '2026-11-07', last: '2026-11-13' })
    expect(shifted({ first: '2026-02-28', last: '2026-02-28' }, 1)).toEqual({ first: '2026-03-01', last: '2026-03-01' })
  })

  test('is divided into no more parts than the server allows', () => {
    expect(unitsFor(lastDays(40, '2026-11-20'))).toEqual(['hour', 'day', 'week'])
    expect(unitsFor(lastDays(41, '2026-11-20'))).toEqual(['day', 'week'])
    expect(unitsFor(lastDays(1_001, '2026-11-20'))).toEqual(['week'])
  })
})
