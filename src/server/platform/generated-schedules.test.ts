import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { latestMissed, mostMissedCounted, nextRuns, type ScheduleRule } from '#shared/rules/job-schedule'
import type { WallRange, WorkingHours } from '#shared/rules/schedule-windows'
import { cronTimes } from './cron'
import { type CronSets, plannedTimes } from './test-schedule-model'

/**
 * The number of schedules. `GENERATED_SCHEDULES=1000000 npx vitest run generated-schedules` makes more, with another
 * seed every time; a failure prints the seed, and `GENERATED_SEED` repeats it.
 */
const numRuns = Number(process.env.GENERATED_SCHEDULES ?? 6_000)
const seed = Number(process.env.GENERATED_SEED ?? (process.env.GENERATED_SCHEDULES ? Date.now() % 2 ** 31 : 20_260_511))

const minute = 60_000
const day = 1_440 * minute

const zones = [
  'UTC',
  'Europe/London',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
  'Africa/Cairo',
]

interface Place {
  timezone: string
  /** An instant at which clocks change, or an ordinary one. */
  change: number
}

/** Every change of the clocks in 2026 and 2027, where it happens. */
const changes = zones.flatMap(timezone => {
  const found: Place[] = []
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${timezone}]`)
  for (;;) {
    const change = at.getTimeZoneTransition('next')
    if (change === null || change.year > 2027) return found
    found.push({ timezone, change: change.epochMilliseconds })
    at = change
  }
})
const ordinary = ['2026-06-10T00:00:00Z', '2026-12-30T00:00:00Z'].map(Date.parse)

const place: fc.Arbitrary<Place> = fc.oneof(
  fc.constantFrom(...changes),
  fc.record({
    timezone: fc.constantFrom(...zones),
    change: fc.constantFrom(...changes.map(({ change }) => change), ...ordinary),
  }),
)

const pad = (number: number) => String(number).padStart(2, '0')
const time = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 47 }).map(half => half * 30) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 1_439 }) },
    // Hours around which most clocks change.
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 12 }).map(quarter => quarter * 15) },
  )
  .map(minutes => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`)
const range = fc.record({ from: time, to: time })
const zone = fc.constantFrom(...zones)
const weekday = fc.integer({ min: 1, max: 7 })
const weekdays: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constantFrom([1, 2, 3, 4, 5], [6, 7], [1, 2, 3, 4, 5, 6, 7]),
  fc.uniqueArray(weekday, { maxLength: 7 }),
)

const shift = fc.record({ range, breaks: fc.array(range, { maxLength: 2 }) })
const workingHours: fc.Arbitrary<WorkingHours> = fc.oneof(
  fc.record({ timezone: zone, weekdays, shift }).map(hours => ({
    timezone: hours.timezone,
    days: hours.weekdays.map(number => ({ weekday: number, ...hours.shift.range, breaks: hours.shift.breaks })),
  })),
  fc
    .record({ timezone: zone, shifts: fc.array(fc.tuple(weekday, shift), { maxLength: 5 }) })
    .map(({ timezone, shifts }) => ({
      timezone,
      days: shifts.map(
        ([
          number,
          {
            range: { from, to },
            breaks,
          },
        ]) => ({ weekday: number, from, to, breaks }),
      ),
    })),
)

interface Field {
  text: string
  values: readonly number[]
  isEvery: boolean
}

const span = (min: number, max: number, step = 1) =>
  Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, index) => min + index * step)

function field(min: number, max: number, mostNumber = max): fc.Arbitrary<Field> {
  const number = fc.integer({ min, max: mostNumber })
  const limits = fc.tuple(number, number).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const)
  const step = fc.integer({ min: 1, max: max - min })
  return fc.oneof(
    number.map(value => ({ text: `${value}`, values: [value], isEvery: false })),
    fc
      .uniqueArray(number, { minLength: 2, maxLength: 4 })
      .map(values => ({ text: values.join(','), values, isEvery: false })),
    limits.map(([low, high]) => ({ text: `${low}-${high}`, values: span(low, high), isEvery: false })),
    fc
      .tuple(limits, step)
      .map(([[low, high], by]) => ({ text: `${low}-${high}/${by}`, values: span(low, high, by), isEvery: true })),
    step.map(by => ({ text: `*/${by}`, values: span(min, max, by), isEvery: true })),
    fc.constant({ text: '*', values: span(min, max), isEvery: true }),
  )
}

const any = { text: '*', values: [], isEvery: true } as const
const mostly = (arbitrary: fc.Arbitrary<Field>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant<Field>(any) }, { weight: 1, arbitrary })

interface GeneratedCron {
  text: string
  sets: CronSets
}

const cron: fc.Arbitrary<GeneratedCron> = fc
  .tuple(
    field(0, 59),
    fc.oneof(field(0, 23), field(0, 23, 3)),
    mostly(field(1, 31)),
    mostly(field(1, 12)),
    mostly(field(0, 6)),
  )
  .map(fields => {
    const [minutes, hours, daysOfMonth, months, weekdaysOfCron] = fields
    // Only `*` itself leaves the other one of the two day fields to decide.
    const setOf = ({ text, values }: Field) => (text === '*' ? null : values)
    return {
      text: fields.map(({ text }) => text).join(' '),
      sets: {
        minutes: minutes.values,
        hours: hours.values,
        daysOfMonth: setOf(daysOfMonth),
        months: setOf(months),
        weekdays: setOf(weekdaysOfCron),
        isEvery: minutes.isEvery || hours.isEvery,
      },
    }
  })

interface Timing {
  once: number | null
  interval: number | null
  cron: GeneratedCron | null
}

const nothing: Timing = { once: null, interval: null, cron: null }
const timing: fc.Arbitrary<Timing> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.integer({ min: day, max: 5 * day }).map(once => ({ ...nothing, once })),
  },
  {
    weight: 5,
    arbitrary: fc
      .oneof(
        fc.constantFrom(1, 5, 10, 15, 30, 60, 90, 120, 720, 1_439, 1_440),
        fc.integer({ min: 1, max: 1_440 }),
        fc.integer({ min: 1_441, max: 5_000 }),
      )
      .map(interval => ({ ...nothing, interval })),
  },
  { weight: 4, arbitrary: cron.map(generated => ({ ...nothing, cron: generated })) },
)

const orNull = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

const ranges: fc.Arbitrary<readonly WallRange[]> = fc.oneof(
  fc.constant([]),
  fc.array(range, { minLength: 1, maxLength: 3 }),
)

const generated = fc.record({
  place,
  timing,
  /** Minutes after the start. */
  anchor: fc.integer({ min: -10 * 1_440, max: 3 * 1_440 }),
  validTill: orNull(fc.integer({ min: 2 * 1_440, max: 5 * 1_440 })),
  maxExecutions: orNull(fc.integer({ min: 1, max: 6 })),
  ranges,
  weekdays: orNull(weekdays),
  workingHours: orNull(workingHours),
  after: fc.integer({ min: 2 * day, max: 4 * day }),
  /** Whole minutes from the change to the time after which is looked; `after` if null. */
  near: fc.option(fc.integer({ min: -120, max: 120 })),
  executions: fc.integer({ min: 0, max: 3 }),
  gap: fc.integer({ min: 0, max: day / 2 - 1 }),
})

type Generated = typeof generated extends fc.Arbitrary<infer Schedule> ? Schedule : never

/** The start of the days that the model walks over. */
const startOf = ({ place: { change } }: Generated) => Math.floor(change / day) * day - 3 * day

const ruleOf = (schedule: Generated): ScheduleRule => {
  const at = (offset: number) => new Date(startOf(schedule) + offset).toISOString()
  return {
    instruction_one_time: schedule.timing.once === null ? null : at(schedule.timing.once),
    minute_interval: schedule.timing.interval,
    instruction_schedule: schedule.timing.cron?.text ?? null,
    timezone: schedule.place.timezone,
    anchor: at(schedule.anchor * minute),
    instruction_valid_till: schedule.validTill === null ? null : at(schedule.validTill * minute),
    instruction_max_executions: schedule.maxExecutions,
    allowed_time_ranges: schedule.ranges.map(({ from, to }) => ({ from_time: from, to_time: to })),
    allowed_weekdays: schedule.weekdays,
    working_hours: schedule.workingHours,
  }
}

/** Planned times compared for each schedule. */
const compared = 6

describe('Generated schedules [D28] [D29]', () => {
  test('run at the times that a walk over every minute finds', { timeout: 0 }, () => {
    fc.assert(
      fc.property(generated, schedule => {
        const rule = ruleOf(schedule)
        const times = schedule.timing.cron === null ? null : cronTimes(schedule.timing.cron.text, rule.timezone)
        const start = startOf(schedule)
        const { after: offset, near } = schedule
        const after = near === null ? start + offset : schedule.place.change + near * minute
        const state = { after, executions: schedule.executions }
        const end = start + 4.5 * day
        const planned = plannedTimes(rule, schedule.timing.cron?.sets ?? null, start)
        const most = rule.instruction_max_executions
        const left = most === null ? compared : Math.max(0, most - state.executions)

        const expected = planned.filter(at => at > after && at < end).slice(0, Math.min(left, compared))
        const found = nextRuns(rule, times, state, compared).filter(at => at < end)
        expect(found.map(toIso)).toEqual(expected.map(toIso))

        const now = after + schedule.gap
        const missed = left === 0 ? [] : planned.filter(at => at > after && at <= now)
        const latest = missed.at(-1)
        const count = Math.min(missed.length, mostMissedCounted)
        expect(latestMissed(rule, times, state, now)).toEqual(latest === undefined ? null : { at: latest, count })
      }),
      { numRuns, seed },
    )
  })
})

const toIso = (time: number) => new Date(time).toISOString()
