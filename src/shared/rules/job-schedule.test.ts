import { describe, expect, test } from 'vitest'
import { nextRun, nextRuns, runsInADay, type ScheduleRule } from './job-schedule'
import type { WorkingHours } from './schedule-windows'
import { at, iso, made, rule } from './test-rules'

const between = (from_time: string, to_time: string) => ({ from_time, to_time })

/** The next runs after an instant. */
const runs = (changes: Partial<ScheduleRule>, after: string, count: number, executions = 0) =>
  nextRuns(rule(changes), null, { after: at(after), executions }, count).map(iso)

const weekdays = [1, 2, 3, 4, 5]
/** Monday to Friday, 9 to 5, with lunch from 12:30 to 13:15. */
const office = (timezone: string): WorkingHours => ({
  timezone,
  days: weekdays.map(weekday => ({ weekday, from: '09:00', to: '17:00', breaks: [{ from: '12:30', to: '13:15' }] })),
})

describe('A job that runs once [D28] [3.15]', () => {
  const once = { instruction_one_time: '2026-05-04T09:30:00+05:30' }

  test('runs at its instant and never again', () => {
    expect(runs(once, made, 3)).toEqual(['2026-05-04T04:00Z'])
    expect(runs(once, '2026-05-04T03:59:59.999Z', 3)).toEqual(['2026-05-04T04:00Z'])
    expect(runs(once, '2026-05-04T04:00:00Z', 3)).toEqual([])
  })

  test('needs no allowed range, weekday or working hours', () => {
    const limits = {
      allowed_time_ranges: [between('20:00', '21:00')],
      allowed_weekdays: [7],
      working_hours: office('UTC'),
    }
    expect(runs({ ...once, ...limits }, made, 1)).toEqual(['2026-05-04T04:00Z'])
  })

  test('does not run after the end of its validity, nor when it has run', () => {
    expect(runs({ ...once, instruction_valid_till: '2026-05-04T03:59:59Z' }, made, 1)).toEqual([])
    expect(runs({ ...once, instruction_valid_till: '2026-05-04T04:00:00Z' }, made, 1)).toEqual(['2026-05-04T04:00Z'])
    expect(runs({ ...once, instruction_max_executions: 1 }, made, 1, 1)).toEqual([])
  })
})

describe('A job that runs every N minutes [D28] [3.15]', () => {
  const tenMinutes = { minute_interval: 10, allowed_time_ranges: [between('09:00', '18:00')] }

  test('every 10 minutes from 9 AM to 6 PM is 9:00, 9:10 … 17:50, then 9:00 tomorrow', () => {
    const times = runs(tenMinutes, '2026-05-04T00:00:00Z', 55)
    expect(times.slice(0, 2)).toEqual(['2026-05-04T09:00Z', '2026-05-04T09:10Z'])
    expect(times.slice(53)).toEqual(['2026-05-04T17:50Z', '2026-05-05T09:00Z'])
  })

  test('every 7 minutes counts from the start of each range, not from the last run', () => {
    const ranges = [between('09:05', '09:20'), between('14:01', '14:10')]
    expect(runs({ minute_interval: 7, allowed_time_ranges: ranges }, '2026-05-04T00:00:00Z', 6)).toEqual([
      '2026-05-04T09:05Z',
      '2026-05-04T09:12Z',
      '2026-05-04T09:19Z',
      '2026-05-04T14:01Z',
      '2026-05-04T14:08Z',
      '2026-05-05T09:05Z',
    ])
  })

  test('without ranges it counts from midnight of its own time zone', () => {
    const kolkata = { minute_interval: 50, timezone: 'Asia/Kolkata' }
    expect(runs(kolkata, '2026-05-04T17:30:00Z', 3)).toEqual([
      '2026-05-04T17:50Z',
      '2026-05-04T18:30Z',
      '2026-05-04T19:20Z',
    ])
  })

  test('the time after which it looks is not a run itself, also in the middle of a minute', () => {
    expect(runs(tenMinutes, '2026-05-04T09:10:00Z', 1)).toEqual(['2026-05-04T09:20Z'])
    expect(runs(tenMinutes, '2026-05-04T09:10:00.001Z', 1)).toEqual(['2026-05-04T09:20Z'])
    expect(runs(tenMinutes, '2026-05-04T09:09:59.999Z', 1)).toEqual(['2026-05-04T09:10Z'])
  })

  test('every minute is every minute', () => {
    expect(runs({ minute_interval: 1 }, '2026-05-04T23:58:30Z', 3)).toEqual([
      '2026-05-04T23:59Z',
      '2026-05-05T00:00Z',
      '2026-05-05T00:01Z',
    ])
  })

  test('an interval longer than its range runs once at the start of the range', () => {
    const morning = { minute_interval: 120, allowed_time_ranges: [between('08:00', '09:00')] }
    expect(runs(morning, '2026-05-04T08:00:00Z', 1)).toEqual(['2026-05-05T08:00Z'])
  })

  test('a range from 10 PM to 6 AM belongs to the day on which it begins', () => {
    const fridayNight = {
      minute_interval: 240,
      allowed_time_ranges: [between('22:00', '06:00')],
      allowed_weekdays: [5],
    }
    expect(runs(fridayNight, '2026-05-04T00:00:00Z', 3)).toEqual([
      '2026-05-08T22:00Z',
      '2026-05-09T02:00Z',
      '2026-05-15T22:00Z',
    ])
  })

  test('a range with equal ends is a whole day from that time', () => {
    const dayFromNine = {
      minute_interval: 600,
      allowed_time_ranges: [between('09:00', '09:00')],
      allowed_weekdays: [1],
    }
    expect(runs(dayFromNine, '2026-05-04T00:00:00Z', 4)).toEqual([
      '2026-05-04T09:00Z',
      '2026-05-04T19:00Z',
      '2026-05-05T05:00Z',
      '2026-05-11T09:00Z',
    ])
  })

  test('overlapping ranges run at the times of both, each time once', () => {
    const ranges = [between('09:00', '10:00'), between('09:30', '10:30')]
    expect(runs({ minute_interval: 20, allowed_time_ranges: ranges }, '2026-05-04T00:00:00Z', 6)).toEqual([
      '2026-05-04T09:00Z',
      '2026-05-04T09:20Z',
      '2026-05-04T09:30Z',
      '2026-05-04T09:40Z',
      '2026-05-04T09:50Z',
      '2026-05-04T10:10Z',
    ])
  })

  test('on weekdays, it pauses from Friday to Monday', () => {
    expect(runs({ ...tenMinutes, allowed_weekdays: weekdays }, '2026-05-08T17:40:00Z', 2)).toEqual([
      '2026-05-08T17:50Z',
      '2026-05-11T09:00Z',
    ])
  })

  test('nothing runs before or when the schedule was made', () => {
    expect(runs({ minute_interval: 60, anchor: '2026-05-04T09:00:00Z' }, '2026-05-01T00:00:00Z', 1)).toEqual([
      '2026-05-04T10:00Z',
    ])
  })

  test('every 3 days counts from when it was made, through a change of the clocks', () => {
    const threeDays = { minute_interval: 3 * 1_440, timezone: 'Europe/London', anchor: '2026-03-27T08:15:00Z' }
    expect(runs(threeDays, '2026-03-27T08:15:00Z', 2)).toEqual(['2026-03-30T08:15Z', '2026-04-02T08:15Z'])
  })

  test('every 36 hours runs only when it falls into its range', () => {
    const range = {
      minute_interval: 2_160,
      anchor: '2026-05-04T08:00:00Z',
      allowed_time_ranges: [between('07:00', '12:00')],
    }
    expect(runs(range, '2026-05-04T08:00:00Z', 2)).toEqual(['2026-05-07T08:00Z', '2026-05-10T08:00Z'])
  })

  test('every 525600 minutes is once in 365 days', () => {
    expect(runs({ minute_interval: 525_600 }, made, 2)).toEqual(['2027-05-01T00:00Z', '2028-04-30T00:00Z'])
  })

  test('Asia/Calcutta runs at the times of Asia/Kolkata [9.10a]', () => {
    const times = (timezone: string) => runs({ minute_interval: 1_440, timezone }, made, 3)
    expect(times('Asia/Calcutta')).toEqual(times('Asia/Kolkata'))
  })
})

describe('When the clocks change [D28]', () => {
  test('a day of 23 hours has 23 hourly runs, and a day of 25 hours has 25', () => {
    const hourly = { minute_interval: 60, timezone: 'Europe/London', anchor: '2026-01-01T00:00:00Z' }
    const last = { spring: '2026-03-29T22:00Z', autumn: '2026-10-25T23:00Z' }
    expect(runs(hourly, '2026-03-28T23:59:59Z', 23).at(-1)).toBe(last.spring)
    expect(runs(hourly, '2026-10-24T22:59:59Z', 25).at(-1)).toBe(last.autumn)
  })

  test('every 1440 minutes is once a day, also on a day of 25 hours', () => {
    const daily = { minute_interval: 1_440, timezone: 'Europe/London' }
    expect(runs(daily, '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-24T23:00Z', '2026-10-26T00:00Z'])
  })

  test('a range that begins at a time that does not exist begins when the clocks have changed', () => {
    const range = { minute_interval: 20, timezone: 'America/New_York', anchor: '2026-01-01T00:00:00Z' }
    const times = runs({ ...range, allowed_time_ranges: [between('02:30', '03:30')] }, '2026-03-08T00:00:00Z', 3)
    expect(times).toEqual(['2026-03-08T07:00Z', '2026-03-08T07:20Z', '2026-03-09T06:30Z'])
  })

  test('a range inside the missing hour has no run that day', () => {
    const range = { minute_interval: 20, timezone: 'America/New_York', anchor: '2026-01-01T00:00:00Z' }
    expect(runs({ ...range, allowed_time_ranges: [between('02:10', '02:50')] }, '2026-03-08T00:00:00Z', 1)).toEqual([
      '2026-03-09T06:10Z',
    ])
  })

  test('a range in the repeated hour is open the first time only', () => {
    const range = {
      minute_interval: 30,
      timezone: 'America/New_York',
      allowed_time_ranges: [between('01:00', '01:45')],
    }
    expect(runs(range, '2026-11-01T00:00:00Z', 3)).toEqual([
      '2026-11-01T05:00Z',
      '2026-11-01T05:30Z',
      '2026-11-02T06:00Z',
    ])
  })

  test('a night shift over the repeated hour has one hour more of runs', () => {
    const night = {
      minute_interval: 60,
      timezone: 'America/New_York',
      allowed_time_ranges: [between('23:00', '04:00')],
    }
    const times = runs(night, '2026-11-01T02:00:00Z', 7)
    expect(times.slice(5)).toEqual(['2026-11-01T08:00Z', '2026-11-02T04:00Z'])
  })

  test('midnight in Cairo that does not exist is one o’clock', () => {
    const daily = { minute_interval: 1_440, timezone: 'Africa/Cairo', anchor: '2026-01-01T00:00:00Z' }
    expect(runs(daily, '2026-04-23T00:00:00Z', 2)).toEqual(['2026-04-23T22:00Z', '2026-04-24T21:00Z'])
  })

  test('Lord Howe changes by half an hour', () => {
    const range = { minute_interval: 15, timezone: 'Australia/Lord_Howe', anchor: '2026-01-01T00:00:00Z' }
    const times = runs({ ...range, allowed_time_ranges: [between('01:30', '02:15')] }, '2026-04-04T12:00:00Z', 5)
    // The clocks go back from 2:00 to 1:30, so the range lasts 75 minutes.
    expect(times).toEqual([
      '2026-04-04T14:30Z',
      '2026-04-04T14:45Z',
      '2026-04-04T15:00Z',
      '2026-04-04T15:15Z',
      '2026-04-04T15:30Z',
    ])
  })
})

describe('The limits of a schedule [D28] [3.15]', () => {
  test('a run exactly at the end of the validity still happens', () => {
    const until = { minute_interval: 60, instruction_valid_till: '2026-05-04T10:00:00Z' }
    expect(runs(until, '2026-05-04T08:30:00Z', 5)).toEqual(['2026-05-04T09:00Z', '2026-05-04T10:00Z'])
  })

  test('as many runs as are left', () => {
    const three = { minute_interval: 60, instruction_max_executions: 3 }
    expect(runs(three, '2026-05-04T08:30:00Z', 5, 1)).toEqual(['2026-05-04T09:00Z', '2026-05-04T10:00Z'])
    expect(runs(three, '2026-05-04T08:30:00Z', 5, 3)).toEqual([])
    expect(runs(three, '2026-05-04T08:30:00Z', 5, 4)).toEqual([])
  })

  test('only while the person works, without lunch', () => {
    const working = { minute_interval: 60, working_hours: office('UTC') }
    expect(runs(working, '2026-05-08T10:30:00Z', 6)).toEqual([
      '2026-05-08T11:00Z',
      '2026-05-08T12:00Z',
      '2026-05-08T14:00Z',
      '2026-05-08T15:00Z',
      '2026-05-08T16:00Z',
      '2026-05-11T09:00Z',
    ])
  })

  test('working hours are in the time zone of the person, ranges in that of the job', () => {
    const both = {
      minute_interval: 60,
      timezone: 'Europe/London',
      allowed_time_ranges: [between('08:00', '16:00')],
      working_hours: office('America/New_York'),
    }
    expect(runs(both, '2026-05-04T00:00:00Z', 3)).toEqual([
      '2026-05-04T13:00Z',
      '2026-05-04T14:00Z',
      '2026-05-05T13:00Z',
    ])
  })

  test('a night shift has a break after midnight, and belongs to the weekday on which it begins', () => {
    const night = {
      timezone: 'UTC',
      days: [{ weekday: 7, from: '22:00', to: '04:00', breaks: [{ from: '00:30', to: '02:30' }] }],
    }
    expect(runs({ minute_interval: 60, working_hours: night }, '2026-05-04T12:00:00Z', 6)).toEqual([
      '2026-05-10T22:00Z',
      '2026-05-10T23:00Z',
      '2026-05-11T00:00Z',
      '2026-05-11T03:00Z',
      '2026-05-17T22:00Z',
      '2026-05-17T23:00Z',
    ])
  })

  test('the shift of today has begun while the one of yesterday has a break', () => {
    const shifts: WorkingHours = {
      timezone: 'UTC',
      days: [
        { weekday: 2, from: '23:00', to: '00:31', breaks: [{ from: '00:00', to: '00:30' }] },
        { weekday: 3, from: '00:00', to: '01:00', breaks: [] },
      ],
    }
    const times = [
      '2026-05-05T23:00Z',
      '2026-05-05T23:30Z',
      '2026-05-06T00:00Z',
      '2026-05-06T00:30Z',
      '2026-05-12T23:00Z',
    ]
    expect(runs({ minute_interval: 30, working_hours: shifts }, '2026-05-05T12:00:00Z', 5)).toEqual(times)
  })

  test('a break without length and one outside the shift exclude nothing', () => {
    const days = [{ weekday: 1, from: '09:00', to: '11:00', breaks: [{ from: '10:00', to: '10:00' }, between20()] }]
    expect(runs({ minute_interval: 60, working_hours: { timezone: 'UTC', days } }, '2026-05-04T08:00:00Z', 2)).toEqual([
      '2026-05-04T09:00Z',
      '2026-05-04T10:00Z',
    ])
  })

  test.each<[string, Partial<ScheduleRule>]>([
    [
      'ranges outside the working hours',
      { allowed_time_ranges: [between('18:00', '20:00')], working_hours: office('UTC') },
    ],
    ['no weekday', { allowed_weekdays: [] }],
    ['a person without working hours', { working_hours: { timezone: 'UTC', days: [] } }],
  ])('%s: it never runs', (_, limits) => {
    expect(nextRun(rule({ minute_interval: 5, ...limits }), null, { after: at(made), executions: 0 })).toBeNull()
    expect(nextRun(rule({ minute_interval: 1_500, ...limits }), null, { after: at(made), executions: 0 })).toBeNull()
  })

  test('a rule with no schedule, two schedules or an unknown time zone is an error', () => {
    const next = (changes: Partial<ScheduleRule>) => () =>
      nextRun(rule(changes), null, { after: at(made), executions: 0 })
    expect(next({})).toThrow(RangeError)
    expect(next({ minute_interval: 5, instruction_one_time: made })).toThrow(RangeError)
    expect(next({ minute_interval: 5, timezone: 'Europe/Atlantis' })).toThrow(RangeError)
    expect(next({ instruction_schedule: '0 9 * * *' })).toThrow(RangeError)
  })
})

const between20 = () => ({ from: '20:00', to: '20:30' })

describe('How often a job runs a day [3.15]', () => {
  const aDay = (changes: Partial<ScheduleRule>, executions = 0) =>
    runsInADay(rule(changes), null, { after: at('2026-05-04T14:20:00Z'), executions })

  test('is counted over the 24 hours from the next run', () => {
    expect(aDay({ minute_interval: 10, allowed_time_ranges: [between('09:00', '18:00')] })).toBe(54)
    expect(aDay({ minute_interval: 1 })).toBe(1_440)
    expect(aDay({ minute_interval: 1_440 })).toBe(1)
    expect(aDay({ minute_interval: 3 * 1_440 })).toBe(1)
  })

  test('counts what is left of its validity and of its runs', () => {
    expect(aDay({ minute_interval: 60, instruction_valid_till: '2026-05-04T17:00:00Z' })).toBe(3)
    expect(aDay({ minute_interval: 60, instruction_max_executions: 10 }, 8)).toBe(2)
    expect(aDay({ minute_interval: 60, instruction_max_executions: 10 }, 10)).toBe(0)
    expect(aDay({ minute_interval: 60, instruction_valid_till: '2026-05-01T00:00:00Z' })).toBe(0)
  })
})
