// @vitest-environment node
import { expect, test } from 'vitest'
import { dayAfter, startOfDay } from './days'

test.each([
  ['UTC', '2026-11-20', '2026-11-21T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-20', '2026-11-20T18:30:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-20', '2026-11-20T10:00:00.000Z'],
])('In %s, the day after %s starts at %s', (timeZone, day, end) => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  expect(startOfDay(dayAfter(day), at => parts.format(at))).toBe(end)
})
