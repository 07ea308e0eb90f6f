import { expect, test } from 'vitest'
import { createFormatter } from '../../../platform/format'
import { cardOf } from '../test-tasks'
import { sectionsOf } from './sections'

test('Tasks are listed by when they are due, in the zone of the person; weeks begin on Monday', () => {
  // Friday, 22:00 in Berlin.
  const now = Date.parse('2026-11-20T21:00:00Z')
  const due = (id: number, deadline: string | null) => cardOf(id, `${id}`, { deadline })
  const tasks = [
    due(1, '2026-11-20T20:59:00Z'),
    due(2, '2026-11-20T22:59:00Z'),
    due(3, '2026-11-20T23:01:00Z'),
    due(4, '2026-11-22T22:59:00Z'),
    due(5, '2026-11-22T23:01:00Z'),
    due(6, '2026-11-29T22:00:00Z'),
    due(7, '2026-11-30T08:00:00Z'),
    due(8, null),
  ]
  const format = createFormatter('en', 'Europe/Berlin', () => now)
  expect(sectionsOf(tasks, format, now).map(({ name, tasks: some }) => [name, ...some.map(task => task.id)])).toEqual([
    ['late', 1],
    ['today', 2],
    ['thisWeek', 3, 4],
    ['nextWeek', 5, 6],
    ['later', 7],
    ['none', 8],
  ])
})
