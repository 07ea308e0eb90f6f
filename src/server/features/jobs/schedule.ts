import type { JobSchedule } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { apiError } from '#shared/errors'
import {
  type CronTimes,
  latestMissed,
  nextRun,
  nextRuns,
  runsInADay,
  type ScheduleRule,
} from '#shared/rules/job-schedule'
import type { WorkingHours } from '#shared/rules/schedule-windows'
import { cronTimes } from '../../platform/cron'
import type { MemberContext } from '../../platform/request-context'
import { workingHoursOf } from '../schedule/service'

/** A schedule with its times, ready to be asked. */
interface Schedule {
  rule: ScheduleRule
  cron: CronTimes | null
}

/** What the planned times of a job follow from. */
export interface Planned {
  schedule: JobSchedule
  scheduled_at: string
  executions: number
  /** The hours of the person whom the schedule names; null if it names nobody. */
  working_hours: WorkingHours | null
}

const issue = (path: string, message: string) =>
  apiError('job.schedule_invalid', { issues: [{ path, message }], message })

/** Refuses a schedule that cannot be understood. `scheduled_at` is when it was made. */
function scheduleOf({ schedule, scheduled_at, working_hours }: Planned): Schedule {
  const { instruction_one_time, minute_interval, instruction_schedule, timezone } = schedule
  const kinds = [instruction_one_time, minute_interval, instruction_schedule].filter(kind => kind !== null)
  if (kinds.length !== 1) throw issue('minute_interval', 'Choose one: a time, an interval, or a cron expression.')
  const rule = { ...schedule, anchor: scheduled_at, working_hours }
  if (instruction_schedule === null) return { rule, cron: null }
  try {
    return { rule, cron: cronTimes(instruction_schedule, timezone) }
  } catch {
    throw issue('instruction_schedule', 'Write five fields: minute, hour, day, month, weekday.')
  }
}

/** Jobs from before working hours have none in their schedules. */
const personOf = (schedule: JobSchedule): number | null => schedule.connect_user_workhours ?? null

/** Nobody works who is no member. */
const never: WorkingHours = { timezone: 'UTC', days: [] }

/** Jobs with the working hours of the people whom their schedules name [3.15]. */
export async function withWorkingHours<T extends { schedule: JobSchedule }>(
  ctx: Pick<MemberContext, 'tx' | 'organization_id'>,
  jobs: readonly T[],
): Promise<(T & Pick<Planned, 'working_hours'>)[]> {
  const ids = jobs.flatMap(({ schedule }) => personOf(schedule) ?? [])
  const hours = await workingHoursOf(ctx, [...new Set(ids)])
  return jobs.map(job => {
    const user_id = personOf(job.schedule)
    return { ...job, working_hours: user_id === null ? null : (hours.get(user_id) ?? never) }
  })
}

/** The same for one. */
export async function withOwnWorkingHours<T extends { schedule: JobSchedule }>(
  ctx: Pick<MemberContext, 'tx' | 'organization_id'>,
  job: T,
): Promise<T & Pick<Planned, 'working_hours'>> {
  if (personOf(job.schedule) === null) return { ...job, working_hours: null }
  const [complete] = await withWorkingHours(ctx, [job])
  return complete ?? { ...job, working_hours: never }
}

/** Whether a job waits for the working hours of somebody who has none, so that it never runs. */
export const isWithoutHours = ({ working_hours }: Pick<Planned, 'working_hours'>) => working_hours?.days.length === 0

/** The next planned time after an instant, in milliseconds; null if there is none. */
export function nextTime(planned: Planned, after: number): number | null {
  const { rule, cron } = scheduleOf(planned)
  return nextRun(rule, cron, { after, executions: planned.executions })
}

/** The next five planned times after an instant [7.20a]. */
export function nextTimes(planned: Planned, after: number): string[] {
  const { rule, cron } = scheduleOf(planned)
  const state = { after, executions: planned.executions }
  return nextRuns(rule, cron, state, limits.nextRuns).map(at => new Date(at).toISOString())
}

/** How many runs are planned in the 24 hours that begin with the next one. */
export function timesInADay(planned: Planned, after: number): number {
  const { rule, cron } = scheduleOf(planned)
  return runsInADay(rule, cron, { after, executions: planned.executions })
}

/** The latest planned time that has passed since another one, and how many have, because no server was there [D29]. */
export function missedTimes(planned: Planned, since: number, now: number) {
  const { rule, cron } = scheduleOf(planned)
  return latestMissed(rule, cron, { after: since, executions: planned.executions }, now)
}
