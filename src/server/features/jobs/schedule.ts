import type { JobSchedule } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { apiError } from '#shared/errors'
import { type CronTimes, latestMissed, nextRun, nextRuns, type ScheduleRule } from '#shared/rules/job-schedule'
import { cronTimes } from '../../platform/cron'

/** A schedule with its times, ready to be asked. */
interface Schedule {
  rule: ScheduleRule
  cron: CronTimes | null
}

const issue = (path: string, message: string) =>
  apiError('job.schedule_invalid', { issues: [{ path, message }], message })

/** Refuses a schedule that cannot be understood. `scheduled_at` is when it was made. */
function scheduleOf(schedule: JobSchedule, scheduled_at: string): Schedule {
  const { instruction_one_time, minute_interval, instruction_schedule, timezone } = schedule
  const kinds = [instruction_one_time, minute_interval, instruction_schedule].filter(kind => kind !== null)
  if (kinds.length !== 1) throw issue('minute_interval', 'Choose one: a time, an interval, or a cron expression.')
  const rule = { ...schedule, anchor: scheduled_at, working_hours: null }
  if (instruction_schedule === null) return { rule, cron: null }
  try {
    return { rule, cron: cronTimes(instruction_schedule, timezone) }
  } catch {
    throw issue('instruction_schedule', 'Write five fields: minute, hour, day, month, weekday.')
  }
}

interface Planned {
  schedule: JobSchedule
  scheduled_at: string
  executions: number
}

/** The next planned time after an instant, in milliseconds; null if there is none. */
export function nextTime({ schedule, scheduled_at, executions }: Planned, after: number): number | null {
  const { rule, cron } = scheduleOf(schedule, scheduled_at)
  return nextRun(rule, cron, { after, executions })
}

/** The next five planned times after an instant [7.20a]. */
export function nextTimes({ schedule, scheduled_at, executions }: Planned, after: number): string[] {
  const { rule, cron } = scheduleOf(schedule, scheduled_at)
  return nextRuns(rule, cron, { after, executions }, limits.nextRuns).map(at => new Date(at).toISOString())
}

/** The latest planned time that has passed since another one, and how many have, because no server was there [D29]. */
export function missedTimes({ schedule, scheduled_at, executions }: Planned, since: number, now: number) {
  const { rule, cron } = scheduleOf(schedule, scheduled_at)
  return latestMissed(rule, cron, { after: since, executions }, now)
}
