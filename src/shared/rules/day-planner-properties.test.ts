import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Plan,
  type PlanInput,
  type PlannablePerson,
  type PlannableTask,
  planDays,
  plannedDays,
  shortestPart,
} from './day-planner'
import { type Span, workingSpans } from './schedule-windows'
import { zoneTime } from './zone-time'

const minute = 60_000
const [maya, tom] = [7, 8]

/** Every zone there is; Asia/Calcutta is a former name that browsers still send [9.10a]. */
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'Asia/Kolkata', 'Asia/Calcutta'])]
const wall = fc.integer({ min: 0, max: 95 }).map(quarter => {
  const text = (number: number) => String(number).padStart(2, '0')
  return `${text(Math.floor(quarter / 4))}:${text((quarter % 4) * 15)}`
})
const range = fc.record({ from: wall, to: wall })
const generatedPerson = (user_id: number, now: number) =>
  fc.record({
    user_id: fc.constant(user_id),
    hours: fc.record({
      timezone: fc.constantFrom(...zones),
      days: fc.array(
        fc.record({
          ...{ weekday: fc.integer({ min: 1, max: 7 }), from: wall, to: wall },
          breaks: fc.array(range, { maxLength: 2 }),
        }),
        { maxLength: 8 },
      ),
    }),
    busy: fc.array(
      fc
        .tuple(fc.integer({ min: -300, max: 9_000 }), fc.integer({ min: 1, max: 600 }))
        .map(([from, length]) => ({ from: now + from * minute, to: now + (from + length) * minute })),
      { maxLength: 4 },
    ),
  })
const input: fc.Arbitrary<PlanInput> = fc
  .integer({ min: Date.parse('2026-01-01T00:00:00Z') / minute, max: Date.parse('2027-12-31T00:00:00Z') / minute })
  .chain(minutes => {
    const now = minutes * minute
    const time = fc.option(
      fc.integer({ min: -2_000, max: 20_000 }).map(offset => now + offset * minute),
      { freq: 2 },
    )
    const generatedTask = (id: number) =>
      fc.record({
        ...{ id: fc.constant(id), estimate_minutes: fc.integer({ min: 1, max: 900 }) },
        assignees: fc.subarray([maya, tom]),
        ...{ deadline: time, fixed_start: fc.option(time, { freq: 5 }).map(fixed => fixed ?? null), start_after: time },
        priority: fc.constantFrom('urgent' as const, 'high' as const, 'normal' as const, 'low' as const),
        created_at: fc.integer({ min: 0, max: 5 }),
        // Only earlier ones, so that there are no circles.
        depends_on:
          id === 1 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.integer({ min: 1, max: id - 1 }), { maxLength: 2 }),
      })
    return fc.record({
      now: fc.constant(now),
      people: fc.tuple(generatedPerson(maya, now), generatedPerson(tom, now)),
      tasks: fc
        .integer({ min: 0, max: 14 })
        .chain(count =>
          count === 0
            ? fc.constant<PlannableTask[]>([])
            : fc.tuple(...Array.from({ length: count }, (_, index) => generatedTask(index + 1))),
        ),
    })
  })

const length = ({ from, to }: Span): number => (to - from) / minute
const minutesOf = ({ from, to }: Span): number[] =>
  Array.from({ length: (to - from) / minute }, (_, index) => from + index * minute)
const taskOf = (tasks: readonly PlannableTask[], { task_id }: { task_id: number }) =>
  tasks.find(({ id }) => id === task_id) as PlannableTask
const personOf = (people: readonly PlannablePerson[], { user_id }: { user_id: number }) =>
  people.find(person => person.user_id === user_id) as PlannablePerson

/** Whether somebody works at an instant, without regard to how the planner joins spans. */
function workedBy(hours: PlannablePerson['hours']): (at: number) => boolean {
  const { zone, on } = workingSpans(hours)
  return at => [-2, -1, 0, 1].some(day => on(zone.dayOf(at) + day).some(({ from, to }) => from <= at && to > at))
}

describe('Every plan [D15]', () => {
  const check = (holds: (plan: Plan, from: PlanInput) => boolean) =>
    fc.assert(
      fc.property(input, from => holds(planDays(from), from)),
      { numRuns: 1_000 },
    )

  test('has no two parts of a person at the same time, unless both are fixed', () => {
    check(({ parts }) =>
      parts.every((part, index) =>
        parts
          .slice(index + 1)
          .every(
            other =>
              part.user_id !== other.user_id ||
              (part.is_fixed && other.is_fixed) ||
              part.to <= other.from ||
              part.from >= other.to,
          ),
      ),
    )
  })

  test('lies in working hours, outside breaks and busy times, and not before now', () => {
    check(({ parts }, { now, people }) =>
      parts
        .filter(part => !part.is_fixed)
        .every(part => {
          const { hours, busy } = personOf(people, part)
          const isWorked = minutesOf(part).every(workedBy(hours))
          return part.from >= now && isWorked && !busy.some(({ from, to }) => from < part.to && to > part.from)
        }),
    )
  })

  test('keeps fixed starts, and has no part of a split task below a quarter of an hour', () => {
    check(({ parts }, { tasks }) =>
      parts.every(
        part =>
          (!part.is_fixed || part.from === taskOf(tasks, part).fixed_start) &&
          (part.parts === 1 || length(part) >= shortestPart),
      ),
    )
  })

  test('plans each minute of each task once, or says how many have no place', () => {
    check(({ parts, unplaced }, { tasks }) =>
      tasks.every(({ id, assignees, estimate_minutes }) =>
        assignees.every(user_id => {
          const isOwn = (entry: { task_id: number; user_id: number }) =>
            entry.task_id === id && entry.user_id === user_id
          const own = parts.filter(isOwn)
          const total = own.reduce((sum, part) => sum + length(part), unplaced.find(isOwn)?.minutes ?? 0)
          return total === estimate_minutes && own.every((part, index) => part.part === index + 1)
        }),
      ),
    )
  })

  test('begins nothing before it may, or before what it depends on is finished', () => {
    check(({ parts }, { tasks }) =>
      parts
        .filter(part => !part.is_fixed)
        .every(part => {
          const { start_after, depends_on } = taskOf(tasks, part)
          return (
            part.from >= (start_after ?? 0) &&
            parts.every(other => !depends_on.includes(other.task_id) || other.to <= part.from)
          )
        }),
    )
  })

  test('names each deadline that is crossed, with its minutes', () => {
    check(({ parts, crossings }, { tasks }) =>
      parts
        .filter(({ part, parts: count }) => part === count)
        .every(part => {
          const deadline = taskOf(tasks, part).deadline ?? Number.POSITIVE_INFINITY
          const named = crossings.find(({ task_id, user_id }) => task_id === part.task_id && user_id === part.user_id)
          return (named?.minutes ?? 0) === Math.max(0, Math.ceil((part.to - deadline) / minute))
        }),
    )
  })

  test('reaches no further than the planned days', () => {
    check(({ parts }, { now }) =>
      parts.every(({ to, is_fixed }) => is_fixed || to - now <= (plannedDays + 1) * 1_440 * minute),
    )
  })

  test('is the same when it is made again from tasks in another order', () => {
    check(({ parts, crossings }, from) => {
      const again = planDays({ ...from, tasks: [...from.tasks].reverse() })
      return JSON.stringify([again.parts, again.crossings]) === JSON.stringify([parts, crossings])
    })
  })
})

describe('Where clocks change in 2026 and 2027', () => {
  const dayLength = 1_440 * minute
  const first = Date.parse('2026-01-01T00:00:00Z')
  const offsetsOf = (zone: string, step: number, days: number) =>
    Array.from({ length: days / step }, (_, index) => zoneTime(zone).offset(first + index * step * dayLength))
  /** Zones whose clocks do not show the same in any month, one of each kind. */
  const kinds = [...new Map(zones.map(zone => [offsetsOf(zone, 15, 720).join(), zone])).values()]
  const changes = kinds.flatMap(zone => {
    const offsets = offsetsOf(zone, 1, 730)
    return offsets.flatMap((offset, day) => (day > 0 && offset !== offsets[day - 1] ? [{ zone, day: day - 1 }] : []))
  })

  test('the plan of the night lies in the shift, and loses or doubles no minute', () => {
    expect(changes.length).toBeGreaterThan(80)
    for (const { zone, day } of changes) {
      const timezone = zone
      const days = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({
        ...{ weekday, from: '22:00', to: '06:00' },
        breaks: [{ from: '01:45', to: '02:15' }],
      }))
      const hours = { timezone, days }
      const now = first + (day - 1) * dayLength
      const work = { estimate_minutes: 1_500, priority: 'normal', deadline: null, fixed_start: null } as const
      const task = { ...work, id: 1, created_at: 0, start_after: null, depends_on: [], assignees: [maya] }
      const { parts, unplaced } = planDays({ now, people: [{ user_id: maya, hours, busy: [] }], tasks: [task] })
      const spans = [-1, 0, 1, 2, 3, 4, 5].flatMap(ahead => workingSpans(hours).on(zoneTime(zone).dayOf(now) + ahead))
      const isInside = ({ from, to }: Span) => spans.some(span => span.from <= from && to <= span.to)
      expect(parts.filter(part => !isInside(part)).map(part => ({ zone, ...part }))).toEqual([])
      expect(parts.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(1_500 * minute)
      expect(unplaced).toEqual([])
      for (const [index, part] of parts.entries()) expect(part.from).toBeGreaterThanOrEqual(parts[index - 1]?.to ?? now)
    }
  })
})
