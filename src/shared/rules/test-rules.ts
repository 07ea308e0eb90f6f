import type { ScheduleRule } from './job-schedule'

/** When the jobs of tests were made. */
export const made = '2026-05-01T00:00:00Z'

/** A rule by which nothing runs, with what a test changes of it. */
export function rule(changes: Partial<ScheduleRule>): ScheduleRule {
  return {
    instruction_one_time: null,
    minute_interval: null,
    instruction_schedule: null,
    timezone: 'UTC',
    anchor: made,
    instruction_valid_till: null,
    instruction_max_executions: null,
    allowed_time_ranges: [],
    allowed_weekdays: null,
    working_hours: null,
    ...changes,
  }
}

export const at = Date.parse
export const iso = (time: number) => new Date(time).toISOString().replace(':00.000Z', 'Z')
