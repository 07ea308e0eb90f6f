import { expect, test, vi } from 'vitest'
import { killAtPlannedTimes } from '../../../../test/planned-times'

// Whole servers start and end here, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

// `npm run soak:jobs` does the same with 10,000 planned times and 500 kills.
test('Two servers that are killed while jobs run miss no planned time, and write no log twice [D29]', async () => {
  const trial = { servers: 2, jobs: 20, minutes: 3, kills: 8, seed: 29, speed: 20 }
  const { verdict, kills } = await killAtPlannedTimes(trial)
  expect(kills).toBe(8)
  expect(verdict).toMatchObject({ missed: [], doubled: [] })
  expect(verdict.slots).toBeGreaterThanOrEqual(60)
  expect(verdict.runs + verdict.madeUp).toBe(verdict.slots)
  expect(verdict.logs).toBe(verdict.runs)
})
