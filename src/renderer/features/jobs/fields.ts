import { type Job, JobFields, type JobSchedule } from '#shared/contract/jobs/job'
import { browserTimeZone, usePreferences } from '../../platform/preferences'

const names = Object.keys(JobFields.shape) as (keyof JobFields)[]

/** What a person sets of a job. */
export const fieldsOf = (job: Job): JobFields =>
  Object.fromEntries(names.map(name => [name, job[name]])) as unknown as JobFields

/** The fields in stored data that this version understands: it may be older, or not what it should be. */
export function knownFields(stored: unknown): Partial<JobFields> {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(
    names.flatMap(name => {
      if (!Object.hasOwn(stored, name)) return []
      const parsed = JobFields.shape[name].safeParse((stored as Record<string, unknown>)[name])
      return parsed.success ? [[name, parsed.data]] : []
    }),
  )
}

/** A new job, which runs every ten minutes of the working day unless somebody says otherwise. */
export function newFields(more: Partial<JobFields> = {}): JobFields {
  const timezone = usePreferences.getState().timeZone ?? browserTimeZone()
  return {
    ...JobFields.parse({ instruction_text: '-', timezone, minute_interval: 10 }),
    instruction_text: '',
    allowed_time_ranges: [{ from_time: '09:00', to_time: '18:00' }],
    ...more,
  }
}

/** The part of a job that says when it runs. */
export const scheduleOf = ({
  instruction_one_time,
  minute_interval,
  instruction_schedule,
  timezone,
  allowed_time_ranges,
  allowed_weekdays,
  instruction_valid_till,
  instruction_max_executions,
  connect_user_workhours,
}: JobSchedule): JobSchedule => ({
  instruction_one_time,
  minute_interval,
  instruction_schedule,
  timezone,
  allowed_time_ranges,
  allowed_weekdays,
  instruction_valid_till,
  instruction_max_executions,
  connect_user_workhours,
})
