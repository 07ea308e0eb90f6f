import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoff, isPassing, mayBeDone, parseRetryAfter, pauseAfter, sendingBackoff } from './retry'

describe('A failed attempt', () => {
  test.each([
    [null, 'no answer'],
    [408, 'the request took too long'],
    [500, 'a fault of the server'],
    [502, 'a proxy without a server'],
    [503, 'a server that starts'],
    [504, 'a proxy that gave up'],
    [507, 'a server without room'],
    [599, 'an unknown fault of the server'],
  ])('with %s (%s) is temporary, and may have been executed', (status: number | null, _) => {
    expect(isPassing({ status })).toBe(true)
    expect(mayBeDone({ status })).toBe(true)
    expect(pauseAfter({ status }, 0, 1)).toBe(sendingBackoff.first)
  })

  test.each([425, 429])('with %s is temporary, and was not executed', status => {
    expect(isPassing({ status })).toBe(true)
    expect(mayBeDone({ status })).toBe(false)
  })

  test.each([400, 401, 402, 403, 404, 409, 410, 413, 415, 421, 431])(
    'with %s is final, and was not executed',
    status => {
      expect(isPassing({ status })).toBe(false)
      expect(mayBeDone({ status })).toBe(false)
      expect(pauseAfter({ status, retryAfter: 5 }, 0, 1)).toBeNull()
    },
  )

  test.each([200, 302, 501, 505])('with %s is final, and may have been executed', status => {
    expect(isPassing({ status })).toBe(false)
    expect(mayBeDone({ status })).toBe(true)
  })
})

describe('The pause before the next attempt', () => {
  const failures = fc.nat(2_000)
  const random = fc.double({ min: 0, max: 1, noNaN: true })

  test('doubles up to a limit', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(count => backoff(count, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ])
    expect(backoff(0, 0)).toBe(500)
    expect(backoff(1, 1, { first: 300, most: 15_000 })).toBe(600)
  })

  test('is between half its limit and its limit, however often it failed', () => {
    fc.assert(
      fc.property(failures, random, (count, chance) => {
        const pause = pauseAfter({ status: null }, count, chance) ?? 0
        const ceiling = backoff(count, 1)
        expect(pause).toBeGreaterThanOrEqual(ceiling / 2)
        expect(pause).toBeLessThanOrEqual(ceiling)
        expect(ceiling).toBeLessThanOrEqual(sendingBackoff.most)
      }),
    )
  })

  test('grows with the failures and never shrinks', () => {
    fc.assert(
      fc.property(failures, random, (count, chance) => {
        expect(backoff(count + 1, chance)).toBeGreaterThanOrEqual(backoff(count, chance))
      }),
    )
  })

  test('is never shorter than the server asks, at most a tenth longer, and at most an hour and a tenth', () => {
    fc.assert(
      fc.property(failures, random, fc.integer({ min: 31, max: 100_000 }), (count, chance, retryAfter) => {
        const pause = pauseAfter({ status: 429, retryAfter }, count, chance) ?? 0
        const asked = Math.min(retryAfter, 3_600) * 1_000
        expect(pause).toBeGreaterThanOrEqual(asked)
        expect(pause).toBeLessThanOrEqual(asked * 1.1 + 1e-6)
      }),
    )
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T14:04:00Z')
  test.each([
    ['7', 7],
    ['0', undefined],
    ['-3', undefined],
    ['', undefined],
    [null, undefined],
    ['soon', undefined],
    ['Fri, 20 Nov 2026 14:04:30 GMT', 30],
    ['Fri, 20 Nov 2026 14:03:30 GMT', undefined],
  ])('%s is read as %s seconds', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds)
  })
})
