import { describe, expect, test } from 'vitest'
import { describeSchedule, presentZoneName } from './describe-schedule'
import type { ScheduleRule } from './job-schedule'

const rule: ScheduleRule = {
  instruction_one_time: null,
  minute_interval: null,
  instruction_schedule: null,
  timezone: 'Europe/London',
  anchor: '2026-05-01T00:00:00Z',
  instruction_valid_till: null,
  instruction_max_executions: null,
  allowed_time_ranges: [],
  allowed_weekdays: null,
  working_hours: null,
}

const cron = (instruction_schedule: string) => describeSchedule({ ...rule, instruction_schedule }).timing

describe('The description of a schedule [D28] [3.15]', () => {
  test('weekdays 8:00 to 18:00, every 15 minutes, Europe/London', () => {
    expect(
      describeSchedule({
        ...rule,
        minute_interval: 15,
        allowed_time_ranges: [{ from_time: '08:00', to_time: '18:00' }],
        allowed_weekdays: [5, 4, 3, 2, 1],
      }),
    ).toEqual({
      timing: { kind: 'interval', minutes: 15 },
      ranges: [{ from: '08:00', to: '18:00' }],
      weekdays: 'weekdays',
      zone: 'Europe/London',
      until: null,
      maxExecutions: null,
      isInWorkingHours: false,
    })
  })

  test('names its limits', () => {
    const limits = {
      instruction_valid_till: '2026-12-31T00:00:00Z',
      instruction_max_executions: 5,
      working_hours: { timezone: 'UTC', days: [] },
    }
    expect(describeSchedule({ ...rule, minute_interval: 1, ...limits })).toMatchObject({
      until: '2026-12-31T00:00:00Z',
      maxExecutions: 5,
      isInWorkingHours: true,
    })
  })

  test('a run that happens once has no ranges and weekdays', () => {
    const once = describeSchedule({
      ...rule,
      instruction_one_time: '2026-05-04T09:30:00Z',
      allowed_time_ranges: [{ from_time: '08:00', to_time: '18:00' }],
      allowed_weekdays: [1],
      working_hours: { timezone: 'UTC', days: [] },
    })
    expect(once).toMatchObject({
      timing: { kind: 'once', at: '2026-05-04T09:30:00Z' },
      ranges: [],
      weekdays: 'every-day',
      isInWorkingHours: false,
    })
  })

  test.each([
    [null, 'every-day'],
    [[1, 2, 3, 4, 5, 6, 7], 'every-day'],
    [[7, 6], 'weekend'],
    [
      [3, 1, 3],
      [1, 3],
    ],
    [[], []],
  ])('the weekdays %j are %j', (allowed_weekdays, set) => {
    expect(describeSchedule({ ...rule, minute_interval: 1, allowed_weekdays }).weekdays).toEqual(set)
  })

  test('Asia/Calcutta and Asia/Kolkata are one zone [9.10a]', () => {
    expect(['Asia/Calcutta', 'asia/calcutta', 'Asia/Kolkata'].map(presentZoneName)).toEqual(
      Array(3).fill('Asia/Kolkata'),
    )
  })

  test.each([
    ['* * * * *', { kind: 'interval', minutes: 1 }],
    ['*/15 * * * *', { kind: 'interval', minutes: 15 }],
    ['5 * * * *', { kind: 'hourly', minute: 5 }],
    ['30 9 * * *', { kind: 'daily', times: ['09:30'] }],
    [' 0,30  8,17 * * * ', { kind: 'daily', times: ['08:00', '08:30', '17:00', '17:30'] }],
    ['0 9 * * 1-5', { kind: 'weekly', weekdays: 'weekdays', times: ['09:00'] }],
    ['0 9 * * mon-fri', { kind: 'weekly', weekdays: 'weekdays', times: ['09:00'] }],
    ['0 9 * * 0,6', { kind: 'weekly', weekdays: 'weekend', times: ['09:00'] }],
    ['0 9 * * 0-6', { kind: 'daily', times: ['09:00'] }],
    ['0 9 * * 7,TUE', { kind: 'weekly', weekdays: [2, 7], times: ['09:00'] }],
    ['15 6 1 * *', { kind: 'monthly', day: 1, times: ['06:15'] }],
  ])('%s is recognised', (expression, timing) => {
    expect(cron(expression)).toEqual(timing)
  })

  test.each([
    '*/7 * * * *',
    '0,30 * * * *',
    '0 */2 * * *',
    '0-20 9 * * *',
    '0 9 1,15 * *',
    '0 9 1 * 1',
    '0 9 * 6 *',
    '0 9 L * *',
    '0 9 * * 1#2',
    '0 9 * * 5-1',
    '0 25 * * *',
    '0 9 * * * *',
  ])('%s stays an expression', expression => {
    expect(cron(expression)).toEqual({ kind: 'cron', expression })
  })
})
