import { type PlanInput, type PlannableTask, planDays } from '#shared/rules/day-planner'
import { type Part, rounds } from '../bench-context'
import { percentile } from '../load'
import type { Row } from '../table'

const now = Date.parse('2026-11-20T09:00:00Z')
const priorities = ['urgent', 'high', 'normal', 'low'] as const

/** People who work in four time zones, with tasks of every length; every tenth task waits for another one. */
function team(people: number, tasksEach: number): PlanInput {
  const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York']
  const user_ids = Array.from({ length: people }, (_, index) => index + 1)
  const tasks = user_ids.flatMap((user_id): PlannableTask[] =>
    Array.from({ length: tasksEach }, (_, index) => {
      const id = user_id * 10_000 + index
      return {
        ...{ id, assignees: [user_id], estimate_minutes: 15 + ((index * 37) % 12) * 15 },
        ...{ deadline: index % 3 === 0 ? now + ((index * 7) % 336) * 3_600_000 : null, start_after: null },
        fixed_start: index % 25 === 24 ? now + (index % 10) * 86_400_000 : null,
        priority: priorities[index % 4] ?? 'normal',
        created_at: now - index * 60_000,
        depends_on: index % 10 === 9 ? [id - 1] : [],
      }
    }),
  )
  const days = [1, 2, 3, 4, 5].map(weekday => ({
    ...{ weekday, from: '09:00', to: '17:00' },
    breaks: [{ from: '12:00', to: '13:00' }],
  }))
  return {
    now,
    people: user_ids.map(user_id => ({
      ...{ user_id, busy: [] },
      hours: { timezone: zones[user_id % zones.length] ?? 'UTC', days },
    })),
    tasks,
  }
}

/** Fourteen days of a person with 200 tasks, and of 50 people with 40 tasks each [D15]. */
export const planner: Part = async () => [
  measured('Plan 14 days of a person with 200 tasks', team(1, 200), 10),
  measured('Plan 14 days of 50 people with 40 tasks each', team(50, 40), 300),
]

function measured(what: string, input: PlanInput, atMost: number): Row {
  const product: number[] = []
  // The first round warms up.
  for (let round = -1; round < rounds; round++) {
    const taken = Array.from({ length: 30 }, () => {
      const began = performance.now()
      planDays(input)
      return performance.now() - began
    })
    if (round >= 0) product.push(percentile(taken, 0.5))
  }
  return { what, unit: 'ms', product, floor: null, aim: { atMost } }
}
