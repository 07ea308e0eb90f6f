import { describe, expect, test } from 'vitest'
import { monthAway, nameOfRange, rangeNamed, weeksOfMonth } from './day-ranges'

/** A Friday. */
const today = '2026-11-20'

describe('Days by name', () => {
  test.each([
    ['today', '2026-11-20', '2026-11-20'],
    ['yesterday', '2026-11-19', '2026-11-19'],
    ['thisWeek', '2026-11-16', '2026-11-20'],
    ['lastWeek', '2026-11-09', '2026-11-15'],
    ['thisMonth', '2026-11-01', '2026-11-20'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
  ] as const)('%s', (name, from, to) => {
    expect(rangeNamed(name, today)).toEqual({ from, to })
    expect(nameOfRange({ from, to }, today)).toBe(name)
  })

  test('over the end of a year, and on a Sunday', () => {
    expect(rangeNamed('lastMonth', '2027-01-03')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(rangeNamed('thisWeek', '2027-01-03')).toEqual({ from: '2026-12-28', to: '2027-01-03' })
    expect(nameOfRange({ from: '2026-11-02', to: '2026-11-20' }, today)).toBeUndefined()
  })
})

test('A month is whole weeks from Monday to Sunday', () => {
  const weeks = weeksOfMonth('2026-11')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]?.[0]).toBe('2026-10-26')
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
  expect(monthAway('2026-12', 1)).toBe('2027-01')
})
