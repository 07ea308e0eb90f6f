import { describe, expect, test } from 'vitest'
import { latestMissed, mostMissedCounted, type ScheduleRule } from './job-schedule'
import { at, iso, made, rule } from './test-rules'

const weekdays = [1, 2, 3, 4, 5]
const nineToSix = [{ from_time: '09:00', to_time: '18:00' }]

describe('A server that was off [D29]', () => {
  const missed = (changes: Partial<ScheduleRule>, after: string, now: string, executions = 0) => {
    const found = latestMissed(rule(changes), null, { after: at(after), executions }, at(now))
    return found && [iso(found.at), found.count]
  }
  const hourly = { minute_interval: 60 }

  test('makes up for the latest missed time, once', () => {
    expect(missed(hourly, '2026-05-04T08:00:00Z', '2026-05-04T12:30:00Z')).toEqual(['2026-05-04T12:00Z', 4])
  })

  test('missed nothing between two runs, and the run that is due now', () => {
    expect(missed(hourly, '2026-05-04T08:00:00Z', '2026-05-04T08:59:59Z')).toBeNull()
    expect(missed(hourly, '2026-05-04T08:00:00Z', '2026-05-04T09:00:00Z')).toEqual(['2026-05-04T09:00Z', 1])
  })

  test('missed a run that was planned once', () => {
    const once = { instruction_one_time: '2026-05-04T09:30:00Z' }
    expect(missed(once, made, '2026-05-20T00:00:00Z')).toEqual(['2026-05-04T09:30Z', 1])
    expect(missed(once, '2026-05-04T09:30:00Z', '2026-05-20T00:00:00Z')).toBeNull()
  })

  test('missed no time after the end of the validity', () => {
    const until = { ...hourly, instruction_valid_till: '2026-05-04T10:00:00Z' }
    expect(missed(until, '2026-05-04T08:00:00Z', '2026-05-04T12:30:00Z')).toEqual(['2026-05-04T10:00Z', 2])
    expect(missed(until, '2026-05-04T10:00:00Z', '2026-05-04T12:30:00Z')).toBeNull()
  })

  test('missed the latest time although fewer runs were left, and nothing if none was', () => {
    const two = { ...hourly, instruction_max_executions: 2 }
    expect(missed(two, '2026-05-04T08:00:00Z', '2026-05-04T12:30:00Z', 1)).toEqual(['2026-05-04T12:00Z', 4])
    expect(missed(two, '2026-05-04T08:00:00Z', '2026-05-04T12:30:00Z', 2)).toBeNull()
  })

  test('missed the latest allowed time, when it returns at night', () => {
    const office = { minute_interval: 10, allowed_time_ranges: nineToSix, allowed_weekdays: weekdays }
    expect(missed(office, '2026-05-08T17:00:00Z', '2026-05-10T03:00:00Z')).toEqual(['2026-05-08T17:50Z', 5])
  })

  test('counts up to a limit after years, and still finds the latest time', () => {
    const office = { minute_interval: 1, allowed_time_ranges: nineToSix, allowed_weekdays: weekdays }
    expect(missed(office, made, '2036-05-04T03:00:00Z')).toEqual(['2036-05-02T17:59Z', mostMissedCounted])
    expect(missed(hourly, made, '2036-05-04T03:59:00Z')).toEqual(['2036-05-04T03:00Z', mostMissedCounted])
  })
})
