import { describe, expect, test } from 'vitest'
import { steadyClock } from './steady-clock'

/** A computer with two clocks, and the steady time derived from them. */
function computer() {
  const clocks = { wall: 1_000_000, elapsed: 50 }
  return { clocks, steady: steadyClock({ now: () => clocks.wall, elapsed: () => clocks.elapsed }) }
}

describe('A steady clock', () => {
  test('continues when the wall clock is set back', () => {
    const { clocks, steady } = computer()
    const before = steady()
    clocks.wall -= 3_600_000
    clocks.elapsed += 20_000
    expect(steady() - before).toBe(20_000)
    clocks.wall += 1_000
    clocks.elapsed += 1_000
    expect(steady() - before).toBe(21_000)
  })

  test('counts the time that a computer sleeps, while the other clock stands still', () => {
    const { clocks, steady } = computer()
    const before = steady()
    clocks.wall += 3_600_000
    expect(steady() - before).toBe(3_600_000)
  })
})
