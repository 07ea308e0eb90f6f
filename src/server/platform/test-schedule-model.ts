import { Temporal } from 'temporal-polyfill'
import type { ScheduleRule } from '#shared/rules/job-schedule'
import type { WallRange } from '#shared/rules/schedule-windows'

const minute = 60_000
const rowsOfDay = 1_440
/** The days that a model covers. */
const days = 6

/** The sets of numbers behind a cron expression. `isEvery` if minute or hour has a `*` or a step. */
export interface CronSets {
  minutes: readonly number[]
  hours: readonly number[]
  daysOfMonth: readonly number[] | null
  months: readonly number[] | null
  /** 0 is Sunday. */
  weekdays: readonly number[] | null
  isEvery: boolean
}

/** Every minute of some days in one time zone, as its clocks show it. */
class WallMinutes {
  readonly dates: Temporal.PlainDate[]
  /** By real minute: the index of the date, times 1440, plus the minutes after midnight. */
  readonly walls = new Int32Array(days * rowsOfDay)
  readonly weekdays: number[]
  /** By wall minute: the first real minute at which the clocks show this time or a later one. */
  readonly #firstRows: number[] = []

  constructor(zone: string, start: number) {
    const wallAt = (instant: number) =>
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime()
    const firstDate = wallAt(start).toPlainDate()
    this.dates = Array.from({ length: days + 2 }, (_, index) => firstDate.add({ days: index }))
    this.weekdays = this.dates.map(date => date.dayOfWeek)
    // Clocks change at quarters of an hour.
    for (let quarter = 0; quarter < days * 96; quarter += 1) {
      const wall = wallAt(start + quarter * 15 * minute)
      const date = firstDate.until(wall.toPlainDate()).days
      for (let offset = 0; offset < 15; offset += 1) {
        this.walls[quarter * 15 + offset] = date * rowsOfDay + wall.hour * 60 + wall.minute + offset
      }
    }
    this.walls.forEach((wall, row) => {
      while (this.#firstRows.length <= wall) this.#firstRows.push(row)
    })
  }

  /** The first real minute of a wall time; the start or end of the days if it is outside. */
  row(date: number, minutes: number): number {
    if (date < 0) return 0
    return this.#firstRows[date * rowsOfDay + minutes] ?? this.walls.length
  }
}

const wallMinutes = new Map<string, WallMinutes>()

function wallMinutesOf(zone: string, start: number): WallMinutes {
  const key = `${zone} ${start}`
  const known = wallMinutes.get(key) ?? new WallMinutes(zone, start)
  wallMinutes.set(key, known)
  return known
}

const parse = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const rowsBetween = (clock: WallMinutes, date: number, { from, to }: WallRange): [number, number] => [
  clock.row(date, parse(from)),
  clock.row(parse(to) > parse(from) ? date : date + 1, parse(to)),
]

/** The real minutes in which a person works. */
function workingRows(rule: ScheduleRule, start: number): Uint8Array {
  const hours = rule.working_hours
  if (hours === null) return new Uint8Array()
  const clock = wallMinutesOf(hours.timezone, start)
  const works = new Uint8Array(clock.walls.length)
  clock.weekdays.forEach((weekday, date) => {
    for (const shift of hours.days) {
      if (shift.weekday !== weekday) continue
      const pauses = shift.breaks
        .filter(pause => pause.from !== pause.to)
        .flatMap(pause => [date - 1, date, date + 1].map(day => rowsBetween(clock, day, pause)))
      const [first, end] = rowsBetween(clock, date, shift)
      for (let row = first; row < end; row += 1) {
        if (!pauses.some(([from, to]) => row >= from && row < to)) works[row] = 1
      }
    }
  })
  return works
}

function cronRows(clock: WallMinutes, sets: CronSets): Uint8Array {
  const rows = new Uint8Array(clock.walls.length)
  const isDate = (date: Temporal.PlainDate) => {
    const isDay = sets.daysOfMonth?.includes(date.day) ?? true
    const isWeekday = sets.weekdays?.includes(date.dayOfWeek % 7) ?? true
    if (sets.months !== null && !sets.months.includes(date.month)) return false
    return sets.daysOfMonth !== null && sets.weekdays !== null ? isDay || isWeekday : isDay && isWeekday
  }
  const isTime = new Uint8Array(rowsOfDay)
  for (const hour of sets.hours) for (const minutes of sets.minutes) isTime[hour * 60 + minutes] = 1
  const dates = clock.dates.map(isDate)
  if (sets.isEvery) {
    clock.walls.forEach((wall, row) => {
      if (isTime[wall % rowsOfDay] && dates[Math.floor(wall / rowsOfDay)]) rows[row] = 1
    })
    return rows
  }
  dates.forEach((matches, index) => {
    if (!matches) return
    for (let time = 0; time < rowsOfDay; time += 1) if (isTime[time]) rows[clock.row(index, time)] = 1
  })
  return rows
}

/**
 * All planned times of a rule from two days after `start` until four and a half, found by walking over every
 * minute: a slow and independent statement of the rules. `start` is a whole hour.
 */
export function plannedTimes(rule: ScheduleRule, sets: CronSets | null, start: number): number[] {
  if (rule.instruction_one_time !== null) {
    const time = Date.parse(rule.instruction_one_time)
    return rule.instruction_valid_till !== null && time > Date.parse(rule.instruction_valid_till) ? [] : [time]
  }
  const anchor = Date.parse(rule.anchor)
  const until = rule.instruction_valid_till === null ? null : Date.parse(rule.instruction_valid_till)
  const clock = wallMinutesOf(rule.timezone, start)
  const step = rule.minute_interval === null ? null : rule.minute_interval * minute
  const { allowed, counted } = rangeRows(rule, clock)
  const planned = sets === null ? counted : cronRows(clock, sets)
  const works = workingRows(rule, start)
  const times: number[] = []
  for (let row = 2 * rowsOfDay; row < 4.5 * rowsOfDay; row += 1) {
    const time = start + row * minute
    if (step !== null && step > rowsOfDay * minute && (time - anchor) % step === 0) planned[row] = 1
    if (!planned[row] || !allowed[row] || time <= anchor) continue
    if (rule.working_hours !== null && !works[row]) continue
    if (until === null || time <= until) times.push(time)
  }
  return times
}

/** The real minutes in the allowed ranges, and those that an interval of at most a day counts from their starts. */
function rangeRows(rule: ScheduleRule, clock: WallMinutes): { allowed: Uint8Array; counted: Uint8Array } {
  const interval = rule.minute_interval
  const allowed = new Uint8Array(clock.walls.length)
  const counted = new Uint8Array(clock.walls.length)
  const ranges =
    rule.allowed_time_ranges.length === 0 ? [{ from_time: '00:00', to_time: '00:00' }] : rule.allowed_time_ranges
  clock.weekdays.forEach((weekday, index) => {
    if (rule.allowed_weekdays !== null && !rule.allowed_weekdays.includes(weekday)) return
    for (const { from_time, to_time } of ranges) {
      const [first, end] = rowsBetween(clock, index, { from: from_time, to: to_time })
      for (let row = first; row < end; row += 1) {
        allowed[row] = 1
        if (interval !== null && isCounted(row - first, interval)) counted[row] = 1
      }
    }
  })
  return { allowed, counted }
}

function isCounted(minutes: number, interval: number): boolean {
  if (interval > rowsOfDay) return false
  return interval === rowsOfDay ? minutes === 0 : minutes % interval === 0
}
