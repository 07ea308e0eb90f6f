import { describe, expect, test } from 'vitest'
import { latestMissed, nextRun, nextRuns, type ScheduleRule } from '#shared/rules/job-schedule'
import { cronTimes } from './cron'

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString().slice(0, 16))

/** The next times of an expression. */
function times(expression: string, zone: string, after: string, count: number) {
  const cron = cronTimes(expression, zone)
  const found: (string | null)[] = []
  for (let last = cron.next(Date.parse(after)); found.length < count && last !== null; last = cron.next(last)) {
    found.push(iso(last))
  }
  return found
}

describe('A cron schedule [D28] [3.15]', () => {
  test('at 9 on weekdays is in the time zone of the job, in winter and in summer', () => {
    expect(times('0 9 * * 1-5', 'Europe/London', '2026-03-27T08:00:00Z', 2)).toEqual([
      '2026-03-27T09:00',
      '2026-03-30T08:00',
    ])
  })

  test('the time after which it looks is not one of its times, also in the middle of a minute', () => {
    expect(times('*/5 * * * *', 'UTC', '2026-05-04T09:05:00Z', 1)).toEqual(['2026-05-04T09:10'])
    expect(times('*/5 * * * *', 'UTC', '2026-05-04T09:05:00.500Z', 1)).toEqual(['2026-05-04T09:10'])
    expect(times('*/5 * * * *', 'UTC', '2026-05-04T09:04:59.999Z', 1)).toEqual(['2026-05-04T09:05'])
  })

  test('a time that does not exist moves to the first one that does, and happens once', () => {
    expect(times('15,30 2 * * *', 'America/New_York', '2026-03-08T05:00:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:15',
    ])
    expect(times('0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00:00Z', 1)).toEqual(['2026-04-23T22:00'])
  })

  test('a fixed time in the repeated hour happens the first time only', () => {
    expect(times('30 1 * * *', 'America/New_York', '2026-11-01T04:00:00Z', 2)).toEqual([
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ])
    expect(times('0-59 1 * * *', 'America/New_York', '2026-11-01T06:10:00Z', 1)).toEqual(['2026-11-02T06:00'])
  })

  test('every hour and every 20 minutes go on through the repeated and the missing time', () => {
    expect(times('30 * * * *', 'America/New_York', '2026-11-01T05:00:00Z', 3)).toEqual([
      '2026-11-01T05:30',
      '2026-11-01T06:30',
      '2026-11-01T07:30',
    ])
    expect(times('*/20 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:30:00Z', 3)).toEqual([
      '2026-04-04T14:40',
      '2026-04-04T15:10',
      '2026-04-04T15:30',
    ])
    expect(times('30 * * * *', 'America/New_York', '2026-03-08T06:00:00Z', 2)).toEqual([
      '2026-03-08T06:30',
      '2026-03-08T07:30',
    ])
  })

  test('a day of the month or a weekday, if both are given', () => {
    expect(times('0 6 13 * 5', 'UTC', '2026-05-09T00:00:00Z', 3)).toEqual([
      '2026-05-13T06:00',
      '2026-05-15T06:00',
      '2026-05-22T06:00',
    ])
  })

  test('the 29th of February is found years ahead, the 30th never', () => {
    expect(times('0 0 29 2 *', 'Asia/Kolkata', '2028-03-01T00:00:00Z', 1)).toEqual(['2032-02-28T18:30'])
    expect(times('0 0 30 2 *', 'UTC', '2026-05-01T00:00:00Z', 1)).toEqual([])
    expect(times('*/5 * 30 2 *', 'UTC', '2026-05-01T00:00:00Z', 1)).toEqual([])
  })

  test.each(['', '* * * *', '* * * * * *', '@daily', '61 * * * *', '0 24 * * *', '0 0 0 * *', '0 9 * * 5-1', 'soon'])(
    '%j is not an expression',
    expression => {
      expect(() => cronTimes(expression, 'UTC')).toThrow(RangeError)
    },
  )

  test('an unknown time zone is an error', () => {
    expect(() => cronTimes('0 9 * * *', 'Europe/Atlantis')).toThrow(RangeError)
  })
})

describe('A job with a cron schedule [D28] [D29]', () => {
  const rule: ScheduleRule = {
    instruction_one_time: null,
    minute_interval: null,
    instruction_schedule: '0 * * * *',
    timezone: 'Europe/London',
    anchor: '2026-05-01T00:00:00Z',
    instruction_valid_till: null,
    instruction_max_executions: null,
    allowed_time_ranges: [],
    allowed_weekdays: null,
    working_hours: null,
  }
  const after = Date.parse('2026-05-01T00:00:00Z')
  const state = { after, executions: 0 }
  const hourly = cronTimes('0 * * * *', 'Europe/London')

  test('runs only in its ranges and on its weekdays', () => {
    const limited = { ...rule, allowed_time_ranges: [{ from_time: '16:30', to_time: '18:00' }], allowed_weekdays: [1] }
    expect(nextRuns(limited, hourly, state, 2).map(iso)).toEqual(['2026-05-04T16:00', '2026-05-11T16:00'])
  })

  test('never runs if its times and its ranges do not meet', () => {
    const limited = { ...rule, allowed_time_ranges: [{ from_time: '09:00', to_time: '18:00' }] }
    expect(nextRun(limited, cronTimes('0 3 * * *', 'Europe/London'), state)).toBeNull()
  })

  test('makes up for the latest of the missed times', () => {
    expect(latestMissed(rule, hourly, state, after + 3 * 3_600_000 + 1)).toEqual({
      at: after + 3 * 3_600_000,
      count: 3,
    })
  })
})
