import { describe, expect, test } from 'vitest'
import { type Plan, type PlannablePerson, type PlannableTask, planDays } from './day-planner'
import type { WallRange, WorkingHours } from './schedule-windows'

const minute = 60_000
const [maya, tom] = [7, 8]

/** Friday, 20 November 2026, nine o'clock in UTC. */
const friday = Date.parse('2026-11-20T09:00:00Z')
/** An instant by day and time of November 2026 in UTC. */
const on = (day: number, time: string): number => Date.parse(`2026-11-${day}T${time}:00Z`)

const hours = (breaks: WallRange[] = [], timezone = 'UTC', from = '09:00', to = '17:00'): WorkingHours => ({
  timezone,
  days: [1, 2, 3, 4, 5].map(weekday => ({ weekday, from, to, breaks })),
})
const lunch = { from: '12:00', to: '13:00' }

const person = (user_id = maya, more: Partial<PlannablePerson> = {}): PlannablePerson => ({
  user_id,
  hours: hours(),
  busy: [],
  ...more,
})

function task(id: number, estimate_minutes: number, more: Partial<PlannableTask> = {}): PlannableTask {
  return {
    ...{ id, estimate_minutes, assignees: [maya], deadline: null, fixed_start: null, start_after: null },
    ...{ priority: 'normal', created_at: id, depends_on: [] },
    ...more,
  }
}

/** The plan as lines: "1: 20 09:00-10:00", with the part if there are several. */
function lines({ parts }: Plan, user_id = maya): string[] {
  const wall = (time: number) => new Date(time).toISOString().slice(8, 16).replace('T', ' ')
  return parts
    .filter(part => part.user_id === user_id)
    .map(
      ({ task_id, from, to, part, parts: count }) =>
        `${task_id}: ${wall(from)}-${wall(to).slice(3)}${count > 1 ? ` (${part}/${count})` : ''}`,
    )
}

const planned = (tasks: PlannableTask[], people: PlannablePerson[] = [person()], now = friday) =>
  planDays({ now, people, tasks })
const ofMaya = (tasks: PlannableTask[], more: Partial<PlannablePerson> = {}, now = friday) =>
  lines(planned(tasks, [person(maya, more)], now))

describe('A day plans itself [D15]', () => {
  test('nothing to do gives an empty plan', () => {
    expect(planned([])).toEqual({ parts: [], crossings: [], unplaced: [], clashes: [] })
  })

  test('tasks follow each other from now on', () => {
    expect(ofMaya([task(1, 60), task(2, 30)])).toEqual(['1: 20 09:00-10:00', '2: 20 10:00-10:30'])
  })

  test('the next whole minute is the first that is planned', () => {
    expect(ofMaya([task(1, 30)], {}, friday + 20_500)).toEqual(['1: 20 09:01-09:31'])
  })

  test('before work the plan begins with work, after work with the next working day', () => {
    expect(ofMaya([task(1, 30)], {}, on(20, '06:00'))).toEqual(['1: 20 09:00-09:30'])
    expect(ofMaya([task(1, 30)], {}, on(20, '17:00'))).toEqual(['1: 23 09:00-09:30'])
  })

  test('nothing is planned into a break or a weekend', () => {
    expect(ofMaya([task(1, 420), task(2, 60)], { hours: hours([lunch]) })).toEqual([
      '1: 20 09:00-12:00 (1/2)',
      '1: 20 13:00-17:00 (2/2)',
      '2: 23 09:00-10:00',
    ])
  })

  test('busy time of the calendar stays free of tasks', () => {
    const busy = [
      { from: on(20, '09:30'), to: on(20, '10:00') },
      { from: on(20, '09:45'), to: on(20, '11:00') },
    ]
    expect(ofMaya([task(1, 60)], { busy })).toEqual(['1: 20 09:00-09:30 (1/2)', '1: 20 11:00-11:30 (2/2)'])
  })

  test('an earlier deadline comes first', () => {
    const tasks = [task(1, 30), task(2, 30, { deadline: on(24, '12:00') }), task(3, 30, { deadline: on(23, '12:00') })]
    expect(ofMaya(tasks)).toEqual(['3: 20 09:00-09:30', '2: 20 09:30-10:00', '1: 20 10:00-10:30'])
  })

  test('with the same deadline the more urgent one comes first, then the older one, then the lower id', () => {
    const tasks = [
      task(1, 30, { priority: 'low' }),
      task(2, 30, { priority: 'urgent' }),
      task(3, 30, { priority: 'normal', created_at: 5 }),
      task(4, 30, { priority: 'normal', created_at: 4 }),
      task(5, 30, { priority: 'normal', created_at: 4 }),
      task(6, 30, { priority: 'high' }),
    ]
    expect(ofMaya(tasks).map(line => line.slice(0, 1))).toEqual(['2', '6', '4', '5', '3', '1'])
  })

  test('a deadline matters more than a priority', () => {
    const tasks = [task(1, 30, { priority: 'urgent' }), task(2, 30, { priority: 'low', deadline: on(27, '17:00') })]
    expect(ofMaya(tasks)).toEqual(['2: 20 09:00-09:30', '1: 20 09:30-10:00'])
  })

  test('a fixed start stays, and the others go around it in parts', () => {
    const tasks = [task(1, 120), task(2, 60, { fixed_start: on(20, '10:00') })]
    expect(ofMaya(tasks)).toEqual(['1: 20 09:00-10:00 (1/2)', '2: 20 10:00-11:00', '1: 20 11:00-12:00 (2/2)'])
  })

  test('a fixed start may lie outside working hours and in a break', () => {
    const tasks = [task(1, 60, { fixed_start: on(20, '18:00') }), task(2, 60, { fixed_start: on(20, '11:30') })]
    expect(ofMaya(tasks, { hours: hours([lunch]) })).toEqual(['2: 20 11:30-12:30', '1: 20 18:00-19:00'])
  })

  test('a fixed start that has passed is planned like any other; one that is going on stays', () => {
    const tasks = [task(1, 30, { fixed_start: on(19, '10:00') }), task(2, 60, { fixed_start: on(20, '08:30') })]
    expect(ofMaya(tasks)).toEqual(['2: 20 08:30-09:30', '1: 20 09:30-10:00'])
  })

  test('two fixed tasks at the same time both stay, and the clash is named', () => {
    const plan = planned([task(1, 60, { fixed_start: on(20, '10:00') }), task(2, 60, { fixed_start: on(20, '10:30') })])
    expect(lines(plan)).toEqual(['1: 20 10:00-11:00', '2: 20 10:30-11:30'])
    expect(plan.clashes).toEqual([{ task_id: 2, user_id: maya, with_task_id: 1 }])
  })

  test('nothing begins before it may', () => {
    const tasks = [task(1, 60, { start_after: on(20, '14:00') }), task(2, 30)]
    expect(ofMaya(tasks)).toEqual(['2: 20 09:00-09:30', '1: 20 14:00-15:00'])
  })

  test('a task that waits for its time does not keep the time before it from others', () => {
    const tasks = [task(1, 60, { start_after: on(20, '14:00'), deadline: on(20, '17:00') }), task(2, 360)]
    expect(ofMaya(tasks)).toEqual(['2: 20 09:00-14:00 (1/2)', '1: 20 14:00-15:00', '2: 20 15:00-16:00 (2/2)'])
  })

  test('what depends on another task comes after it', () => {
    const tasks = [task(1, 30, { depends_on: [2], priority: 'urgent' }), task(2, 60, { priority: 'low' })]
    expect(ofMaya(tasks)).toEqual(['2: 20 09:00-10:00', '1: 20 10:00-10:30'])
  })

  test('a task inherits the deadline of what depends on it', () => {
    const tasks = [
      task(1, 60, { deadline: on(23, '12:00') }),
      task(2, 60),
      task(3, 60, { depends_on: [2], deadline: on(20, '11:00') }),
    ]
    expect(ofMaya(tasks)).toEqual(['2: 20 09:00-10:00', '3: 20 10:00-11:00', '1: 20 11:00-12:00'])
  })

  test('a task is early enough for the fixed one that depends on it', () => {
    const tasks = [
      task(1, 420, { priority: 'urgent' }),
      task(2, 60),
      task(3, 60, { depends_on: [2], fixed_start: on(20, '14:00') }),
    ]
    const plan = planned(tasks)
    expect(lines(plan)[0]).toBe('2: 20 09:00-10:00')
    expect(plan.clashes).toEqual([])
  })

  test('a fixed task before the end of what it needs stays, and is named', () => {
    const plan = planned([task(1, 120), task(2, 30, { depends_on: [1], fixed_start: on(20, '09:30') })])
    expect(lines(plan)).toContain('2: 20 09:30-10:00')
    expect(plan.clashes).toEqual([{ task_id: 2, user_id: maya, with_task_id: 1 }])
  })

  test('what depends on a task of somebody else waits for them', () => {
    const tasks = [task(1, 60, { depends_on: [2] }), task(2, 120, { assignees: [tom] })]
    const plan = planned(tasks, [person(), person(tom)])
    expect([lines(plan), lines(plan, tom)]).toEqual([['1: 20 11:00-12:00'], ['2: 20 09:00-11:00']])
  })

  test('what several people do is in the time of each, and what depends on it waits for the last', () => {
    const tasks = [task(1, 60, { assignees: [maya, tom] }), task(2, 30, { depends_on: [1] })]
    const plan = planned(tasks, [person(), person(tom, { busy: [{ from: on(20, '09:00'), to: on(20, '13:00') }] })])
    expect([lines(plan), lines(plan, tom)]).toEqual([['1: 20 09:00-10:00', '2: 20 14:00-14:30'], ['1: 20 13:00-14:00']])
  })

  test('a circle of dependencies is planned all the same', () => {
    expect(ofMaya([task(1, 30, { depends_on: [2] }), task(2, 30, { depends_on: [1] })])).toHaveLength(2)
  })

  test('a finished dependency holds nothing up', () => {
    expect(ofMaya([task(1, 30, { depends_on: [99] })])).toEqual(['1: 20 09:00-09:30'])
  })

  test('no part is shorter than a quarter of an hour: a short gap is left free', () => {
    const busy = [{ from: on(20, '09:10'), to: on(20, '10:00') }]
    expect(ofMaya([task(1, 60)], { busy })).toEqual(['1: 20 10:00-11:00'])
  })

  test('a part leaves at least a quarter of an hour for the next', () => {
    const busy = [{ from: on(20, '09:40'), to: on(20, '10:00') }]
    expect(ofMaya([task(1, 45)], { busy })).toEqual(['1: 20 09:00-09:30 (1/2)', '1: 20 10:00-10:15 (2/2)'])
  })

  test('a task that cannot be split so waits for a gap that holds it', () => {
    const busy = [{ from: on(20, '09:20'), to: on(20, '10:00') }]
    expect(ofMaya([task(1, 25)], { busy })).toEqual(['1: 20 10:00-10:25'])
  })

  test('a task of five minutes is planned as it is', () => {
    const busy = [{ from: on(20, '09:05'), to: on(20, '12:00') }]
    expect(ofMaya([task(1, 5)], { busy })).toEqual(['1: 20 09:00-09:05'])
  })

  test('a task that ends after its deadline says by how many minutes, and what takes the time before', () => {
    const tasks = [
      task(1, 60, { fixed_start: on(20, '09:00') }),
      task(2, 90, { deadline: on(20, '11:00') }),
      task(3, 30, { deadline: on(20, '10:30') }),
    ]
    expect(planned(tasks).crossings).toEqual([
      {
        ...{ task_id: 2, user_id: maya, minutes: 60 },
        because: [
          { task_id: 1, minutes: 60 },
          { task_id: 3, minutes: 30 },
        ],
      },
    ])
  })

  test('a deadline that is kept to the minute is not crossed; one in the past is', () => {
    expect(planned([task(1, 60, { deadline: on(20, '10:00') })]).crossings).toEqual([])
    expect(planned([task(1, 60, { deadline: on(20, '08:00') })]).crossings).toEqual([
      { task_id: 1, user_id: maya, minutes: 120, because: [] },
    ])
  })

  test('what does not fit into 14 days is named with the minutes that are left', () => {
    const plan = planned([task(1, 10 * 480 + 100), task(2, 30, { depends_on: [1] })])
    expect(plan.unplaced).toEqual([
      { task_id: 1, user_id: maya, minutes: 100 },
      { task_id: 2, user_id: maya, minutes: 30 },
    ])
    expect(lines(plan)).toHaveLength(10)
  })

  test('somebody who does not work is given nothing', () => {
    expect(planned([task(1, 30)], [person(maya, { hours: { timezone: 'UTC', days: [] } })]).unplaced).toHaveLength(1)
  })

  test('a night shift is one span', () => {
    const night = hours([], 'UTC', '22:00', '06:00')
    expect(ofMaya([task(1, 300)], { hours: night }, on(20, '23:00'))).toEqual(['1: 20 23:00-04:00'])
    expect(ofMaya([task(1, 60)], { hours: night }, on(21, '03:00'))).toEqual(['1: 21 03:00-04:00'])
  })

  test('people in other zones work at their own hours', () => {
    expect(ofMaya([task(1, 30)], { hours: hours([], 'Asia/Kolkata') }, on(20, '00:00'))).toEqual(['1: 20 03:30-04:00'])
  })

  test.each([
    ['forward, an hour of the shift is missing', '2026-03-29', 180],
    ['back, an hour of the shift comes twice', '2026-10-25', 300],
  ])('when the clocks go %s', (_, day, minutes) => {
    // A shift from 1:30 to 5:30 on the Sunday of the change, in a zone whose clocks change at 1:00 UTC.
    const shift: WorkingHours = {
      timezone: 'Europe/Berlin',
      days: [{ weekday: 7, from: '01:30', to: '05:30', breaks: [] }],
    }
    const now = Date.parse(`${day}T00:00:00Z`) - 6 * 60 * minute
    const plan = planned([task(1, 600)], [person(maya, { hours: shift })], now)
    const [first] = plan.parts
    expect(first && (first.to - first.from) / minute).toBe(minutes)
  })

  test('the same input gives the same plan, in whatever order the tasks come', () => {
    const tasks = Array.from({ length: 12 }, (_, id) => task(id + 1, 20 + id, { created_at: 0 }))
    expect(planned([...tasks].reverse())).toEqual(planned(tasks))
  })
})
