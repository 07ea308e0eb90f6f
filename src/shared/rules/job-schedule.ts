import {
  allowedSpans,
  alwaysOpen,
  bothOpen,
  type DailySpans,
  type Opening,
  openingOf,
  type Span,
  type WorkingHours,
  workingSpans,
} from './schedule-windows'

/**
 * When a job runs [D28], [3.15]. Exactly one of `instruction_one_time`, `minute_interval` and `instruction_schedule` is
 * set. Instants are ISO strings with an offset.
 */
export interface ScheduleRule {
  /** The instant of the only run, which needs no allowed range. */
  readonly instruction_one_time: string | null
  /**
   * 1 to 525600. Up to a day, runs are counted from the start of each allowed range, or from midnight without ranges;
   * 1440 is one run a range, also on a day of 25 hours. Longer intervals are counted from `anchor`, which is no run.
   */
  readonly minute_interval: number | null
  /** Five cron fields, in `timezone`. */
  readonly instruction_schedule: string | null
  /** An IANA time zone. */
  readonly timezone: string
  /** When the schedule was made. There are no runs of intervals and cron at it or before. */
  readonly anchor: string
  /** The last instant at which a run may be planned. */
  readonly instruction_valid_till: string | null
  readonly instruction_max_executions: number | null
  /**
   * `HH:MM` in `timezone`; `to_time` is exclusive. A range whose `to_time` is not after its `from_time` ends on the next
   * day. Without ranges, all times are allowed.
   */
  readonly allowed_time_ranges: readonly { readonly from_time: string; readonly to_time: string }[]
  /** 1 (Monday) to 7: the days on which allowed ranges begin. Null for all days. */
  readonly allowed_weekdays: readonly number[] | null
  /** Runs only while this person works, in the person's own time zone. */
  readonly working_hours: WorkingHours | null
}

/** The times of a cron expression, in milliseconds. */
export interface CronTimes {
  /** The first one strictly after an instant; null if there is none within some years. */
  next(after: number): number | null
}

export interface ScheduleState {
  /** Only later times count; milliseconds. */
  readonly after: number
  /** The runs so far. */
  readonly executions: number
}

/** The first time strictly after one instant and up to another one, inclusive. */
type Plan = (after: number, until: number) => number | null

const minute = 60_000
const day = 1_440 * minute
/** How far ahead times of short intervals, and allowed times of others, are searched. */
const lookAhead = 731 * day
/** How far ahead times of cron and of long intervals are searched: the 29th of February may be 8 years away. */
const farLookAhead = 2_923 * day
/** How many times of a cron expression or a long interval may lie outside the allowed ranges before the search ends. */
const mostTried = 512
/** Missed times are counted up to this number. */
export const mostMissedCounted = 1_000

/**
 * The planned time of the next run in milliseconds; null if there is none. The search is limited: null may also mean
 * that the next time is more than two years away (eight for cron and for intervals longer than a day), or that more than
 * `mostTried` times in a row are not allowed.
 *
 * `cron` holds the times of `instruction_schedule` and is null for other schedules. Throws a RangeError for a rule
 * without exactly one schedule or with an unknown time zone.
 */
export function nextRun(rule: ScheduleRule, cron: CronTimes | null, state: ScheduleState): number | null {
  return nextRuns(rule, cron, state, 1)[0] ?? null
}

/** The planned times of the next runs, at most `count`, in order. See `nextRun`. */
export function nextRuns(
  rule: ScheduleRule,
  cron: CronTimes | null,
  { after, executions }: ScheduleState,
  count: number,
): number[] {
  const plan = planOf(rule, cron)
  const until = lastInstant(rule)
  const times: number[] = []
  const most = Math.min(count, remaining(rule, executions))
  for (let last = after; times.length < most; ) {
    const time = plan(last, until)
    if (time === null) break
    times.push(time)
    last = time
  }
  return times
}

/** How many runs are planned in the 24 hours that begin with the next one. */
export function runsInADay(rule: ScheduleRule, cron: CronTimes | null, state: ScheduleState): number {
  const first = nextRun(rule, cron, state)
  if (first === null) return 0
  const until = Math.min(first + day - 1, lastInstant(rule))
  const ofTheDay = { ...rule, instruction_valid_till: new Date(until).toISOString() }
  return nextRuns(ofTheDay, cron, { ...state, after: first - 1 }, day / minute).length
}

/**
 * The latest planned time after `state.after` and up to `now`, inclusive, with the number of planned times in between;
 * null if there is none. A server that was off makes up for it with one run [D29], and then continues after `now`.
 *
 * A limit of executions only matters when it is reached. `count` is at most `mostMissedCounted`; more may have been
 * missed then. A time up to the end of the validity is found even if `now` is after that end.
 */
export function latestMissed(
  rule: ScheduleRule,
  cron: CronTimes | null,
  { after, executions }: ScheduleState,
  now: number,
): { at: number; count: number } | null {
  if (remaining(rule, executions) <= 0) return null
  const plan = planOf(rule, cron)
  const until = Math.min(now, lastInstant(rule))
  let at: number | null = null
  let count = 0
  for (let time = plan(after, until); time !== null; time = plan(time, until)) {
    if (count === mostMissedCounted) return { at: latestOf(plan, time, until), count }
    at = time
    count += 1
  }
  return at === null ? null : { at, count }
}

/** The last planned time up to `until`, found by halving the time since a known one. */
function latestOf(plan: Plan, known: number, until: number): number {
  let latest = known
  let end = until
  // Planned times are at least a minute apart.
  while (end - latest >= minute) {
    const middle = latest + Math.floor((end - latest) / 2)
    const time = plan(middle, until)
    if (time === null) end = middle
    else latest = time
  }
  return latest
}

const remaining = ({ instruction_max_executions }: ScheduleRule, executions: number) =>
  (instruction_max_executions ?? Number.POSITIVE_INFINITY) - executions

const lastInstant = ({ instruction_valid_till }: ScheduleRule) =>
  instruction_valid_till === null ? Number.POSITIVE_INFINITY : Date.parse(instruction_valid_till)

function planOf(rule: ScheduleRule, cron: CronTimes | null): Plan {
  const { instruction_one_time, minute_interval, instruction_schedule } = rule
  const forms = [instruction_one_time, minute_interval, instruction_schedule]
  if (forms.filter(form => form !== null).length !== 1) throw new RangeError('A job has exactly one schedule.')
  if (instruction_one_time !== null) return onceAt(Date.parse(instruction_one_time))

  const anchor = Date.parse(rule.anchor)
  const ranges = rule.allowed_time_ranges.map(({ from_time, to_time }) => ({ from: from_time, to: to_time }))
  const allowed = allowedSpans(rule.timezone, ranges, rule.allowed_weekdays)
  const working = rule.working_hours === null ? alwaysOpen : openingOf(workingSpans(rule.working_hours))
  const isAlways = ranges.length === 0 && rule.allowed_weekdays === null
  const opening = isAlways ? working : bothOpen(openingOf(allowed), working)
  if (minute_interval !== null && minute_interval * minute <= day) {
    return from(anchor, shortInterval(minute_interval * minute, allowed, working, opening))
  }
  if (minute_interval !== null) return from(anchor, onlyWhen(opening, longInterval(minute_interval * minute, anchor)))
  if (cron === null) throw new RangeError('A cron schedule needs its times.')
  return from(
    anchor,
    onlyWhen(opening, after => cron.next(after)),
  )
}

const onceAt =
  (time: number): Plan =>
  (after, until) =>
    time > after && time <= until ? time : null

const from =
  (anchor: number, plan: Plan): Plan =>
  (after, until) =>
    plan(Math.max(after, anchor), until)

/** Every `step` from the start of each allowed span, while the person works. `opening` is when both is the case. */
function shortInterval(step: number, { zone, on }: DailySpans, working: Opening, opening: Opening): Plan {
  // Longer than any span.
  const once = 2 * day
  return (after, until) => {
    const limit = Math.min(until, after + lookAhead)
    let first: number | null = null
    for (let start = opening(after, limit); start !== null; ) {
      // A span of the day before may last until now.
      const date = zone.dayOf(start)
      for (const span of [...on(date - 1), ...on(date)]) {
        first = firstIn(span, step === day ? once : step, working, { after, until: first ?? limit }) ?? first
      }
      const nextDay = zone.instantOf(date + 1, 0)
      start = nextDay > (first ?? limit) ? null : opening(Math.max(nextDay, start + 1), first ?? limit)
    }
    return first
  }
}

function firstIn(
  { from, to }: Span,
  step: number,
  working: Opening,
  { after, until }: { after: number; until: number },
): number | null {
  let time = after < from ? from : from + (Math.floor((after - from) / step) + 1) * step
  while (time < to && time <= until) {
    const open = working(time, Math.min(to, until))
    if (open === time) return time
    if (open === null) return null
    time = from + Math.ceil((open - from) / step) * step
  }
  return null
}

const longInterval =
  (step: number, anchor: number) =>
  (after: number): number =>
    anchor + (Math.floor((after - anchor) / step) + 1) * step

/** The times that lie in an opening. */
function onlyWhen(opening: Opening, next: (after: number) => number | null): Plan {
  return (after, until) => {
    const limit = Math.min(until, after + farLookAhead)
    let time = next(after)
    for (let tried = 0; time !== null && time <= limit && tried < mostTried; tried += 1) {
      const open = opening(time, Math.min(limit, time + lookAhead))
      if (open === time) return time
      if (open === null) return null
      time = next(open - 1)
    }
    return null
  }
}
