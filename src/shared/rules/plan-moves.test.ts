import { describe, expect, test } from 'vitest'
import { type PlannableTask, planDays } from './day-planner'
import { proposeMoves } from './plan-moves'

const [tom, dev, priya] = [1, 2, 3]
const now = Date.parse('2026-11-20T09:00:00Z')
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`)
const days = [{ weekday: 5, from: '09:00', to: '17:00', breaks: [] }]
const people = [tom, dev, priya].map(user_id => ({ user_id, hours: { timezone: 'UTC', days }, busy: [] }))

const task = (id: number, user_id: number, estimate_minutes: number, deadline: string | null): PlannableTask => ({
  ...{ id, assignees: [user_id], estimate_minutes, deadline: deadline === null ? null : at(deadline) },
  ...{ fixed_start: null, start_after: null, priority: 'normal', created_at: id, depends_on: [] },
})

const proposed = (tasks: PlannableTask[], mayDo = (_user_id: number, _task_id: number) => true) => {
  const input = { now, people, tasks }
  return proposeMoves(input, planDays(input), 3, mayDo)
}

describe('What Mate proposes for a late task [D15]', () => {
  test('nothing, while everything is in time', () => {
    expect(proposed([task(10, tom, 60, '12:00')])).toEqual([])
  })

  test('is the person with whom the least is late', () => {
    const tasks = [task(10, tom, 120, '11:00'), task(11, tom, 60, '11:30'), task(12, dev, 120, '11:00')]
    expect(proposed(tasks)).toEqual([{ task_id: 11, user_id: tom, to_user_id: priya, late_before: 30, late_after: 0 }])
  })

  test('is nobody who may not do it', () => {
    const tasks = [task(10, tom, 120, '11:00'), task(11, tom, 60, '11:30')]
    expect(proposed(tasks, user_id => user_id === dev)[0]).toMatchObject({ to_user_id: dev })
    expect(proposed(tasks, () => false)).toEqual([])
  })

  test('is nobody whose own tasks would be as late', () => {
    const full = [dev, priya].map(user_id => task(20 + user_id, user_id, 120, '11:00'))
    expect(proposed([task(10, tom, 120, '11:00'), task(11, tom, 60, '11:00'), ...full])).toEqual([])
  })
})
