import { z } from 'zod'
import { Id, Instant } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type {
  createJob,
  deleteJob,
  listJobs,
  previewSchedule,
  readJob,
  setCustomCode,
  setJobModel,
  updateJob,
} from '#shared/contract/jobs/endpoints'
import { type Job, type JobFields, JobSchedule } from '#shared/contract/jobs/job'
import { job as limits } from '#shared/contract/jobs/limits'
import { apiError } from '#shared/errors'
import { planLimits } from '#shared/rules/plans'
import { createCursor } from '../../platform/cursor'
import { requireWithin } from '../../platform/plans'
import type { MemberContext } from '../../platform/request-context'
import { documentsFor } from '../documents/service'
import { sourcesLike } from '../sources/service'
import { audienceOf } from './audience'
import { jobsFrom, withWords } from './job-from'
import { tellLogbooks } from './logbook-service'
import { requireAllowed, requireCode } from './rights'
import { enqueuePlanned } from './run/planned-run'
import { isWithoutHours, nextTime, nextTimes, type Planned, timesInADay, withOwnWorkingHours } from './schedule'
import * as store from './store'

/** Logbooks of a name in a search for jobs. */
const mostNamed = 200

const cursor = createCursor(z.object({ at: Instant, id: Id }))

async function requireJob(ctx: MemberContext, instruction_id: number): Promise<store.JobRow> {
  const row = await store.findJob(ctx, instruction_id)
  if (!row) throw apiError('job.not_found')
  return row
}

/** A job that the caller may change, locked until the call ends. */
export async function lockEditable(ctx: MemberContext, instruction_id: number): Promise<store.JobRow> {
  const row = await store.lockJob(ctx, instruction_id)
  if (!row) throw apiError('job.not_found')
  if (!row.is_editable) throw apiError('job.not_editable')
  return row
}

/** The job as it is now. */
export async function jobOf(ctx: MemberContext, instruction_id: number): Promise<Job> {
  const [job] = await jobsFrom(ctx, [await requireJob(ctx, instruction_id)])
  if (!job) throw apiError('job.not_found')
  const [last_run = null] = await withWords(ctx, job.last_run ? [job.last_run] : [])
  return { ...job, last_run }
}

export async function list(ctx: MemberContext, body: Body<typeof listJobs>): Promise<Page<Job>> {
  const { limit, cursor: at, ...filter } = body
  const named = filter.query ? await namedBy(ctx, filter.query) : null
  const rows = await store.listJobs(ctx, { ...filter, named }, { after: cursor.read(at), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, row => ({ at: row.created_at, id: row.id }))
  return { items: await jobsFrom(ctx, shown), next_cursor }
}

/** What the caller may see, and whose name has a text in it. */
async function namedBy(ctx: MemberContext, query: string): Promise<store.NamedThings> {
  const [logbooks, sources] = await Promise.all([
    documentsFor(ctx, { query, limit: mostNamed }),
    sourcesLike(ctx, query),
  ])
  return {
    doc_ids: logbooks.map(({ doc_id }) => doc_id),
    camera_ids: sources.flatMap(source => (source.kind === 'camera' ? source.camera_id : [])),
    user_ids: sources.flatMap(source => (source.kind === 'screen' ? source.user_id : [])),
  }
}

export const fetch = (ctx: MemberContext, { instruction_id }: Body<typeof readJob>): Promise<Job> =>
  jobOf(ctx, instruction_id)

/** The next five times of a schedule that is not saved yet, and how often it runs. */
export async function preview(ctx: MemberContext, schedule: Body<typeof previewSchedule>) {
  const planned = await newlyPlanned(ctx, schedule)
  const now = ctx.app.clock.now()
  return { next_runs: nextTimes(planned, now), runs_a_day: timesInADay(planned, now) }
}

/** Creates a job, which acts with the rights of the caller from then on. */
export async function create(ctx: MemberContext, fields: Body<typeof createJob>): Promise<Job> {
  await requireAllowed(ctx, fields)
  requireCode(ctx, fields)
  const { all } = await store.countJobs(ctx)
  if (all >= limits.perOrganization) throw apiError('job.too_many')
  await requireRoomForActive(ctx)
  const schedule = JobSchedule.parse(fields)
  const next = requireNext(ctx, await newlyPlanned(ctx, schedule))
  const id = await store.insertJob(ctx, fields, { schedule, next_run_at: new Date(next).toISOString() })
  await enqueuePlanned(ctx, { job_id: id, schedule_revision: 0, planned_at: next })
  await ctx.audit({ kind: 'job.created', subject: `job:${id}`, details: { name: fields.instruction_text } })
  ctx.record({ kind: 'job.changed', instruction_id: id }, await audienceOf(ctx, id))
  return jobOf(ctx, id)
}

const newlyPlanned = (ctx: MemberContext, schedule: JobSchedule): Promise<Planned> =>
  withOwnWorkingHours(ctx, { schedule, scheduled_at: ctx.now, executions: 0 })

function requireNext(ctx: MemberContext, planned: Planned): number {
  // From the instant of the call, so that a time that passes meanwhile is not left out.
  const next = nextTime(planned, Date.parse(ctx.now))
  if (next === null && isWithoutHours(planned)) throw apiError('job.no_working_hours')
  if (next === null) throw apiError('job.never_runs')
  return next
}

/** Refuses a further active job beyond the plan [D31]. */
async function requireRoomForActive(ctx: MemberContext): Promise<void> {
  if (planLimits[ctx.member.plan_id].active_jobs === null) return
  await store.lockStarts(ctx)
  const { active } = await store.countJobs(ctx)
  requireWithin(ctx.member.plan_id, 'active_jobs', active + 1)
}

/**
 * Changes a job. A change of the schedule, a pause and a restart make the enqueued run obsolete, and enqueue the next one.
 * Nobody but the owner changes whose rights the job has, so a run checks again what others chose.
 */
export async function update(ctx: MemberContext, body: Body<typeof updateJob>): Promise<Job> {
  const { instruction_id, status, pause_reason, ...fields } = body
  const changed = withoutUndefined(fields)
  const row = await lockEditable(ctx, instruction_id)
  const [before] = await jobsFrom(ctx, [row])
  if (!before) throw apiError('job.not_found')
  const after: JobFields = { ...before, ...changed }
  await requireAllowed(ctx, after, before, row.owner_id)
  requireCode(ctx, after, row.custom_code)
  const planning = await replan(ctx, row, { schedule: JobSchedule.parse(after), status, pause_reason })
  const was = { ...changesBetween(before, after), ...(status && { status: row.status }) }
  await store.updateJob(ctx, instruction_id, {
    ...store.columnsFrom(changed),
    ...planning,
    ...(changed.look && { look_state: '{}' }),
    revision: row.revision + 1,
    updated_at: ctx.now,
  })
  await store.insertRevision(ctx, { job_id: instruction_id, revision: row.revision + 1, was })
  await ctx.audit({ kind: 'job.edited', subject: `job:${instruction_id}`, details: { was, status } })
  ctx.record({ kind: 'job.changed', instruction_id }, await audienceOf(ctx, instruction_id))
  if (row.failures > 0 || row.pause_cause !== null)
    tellLogbooks(ctx, { write_ids: [...new Set([...row.write_ids, ...after.destination.logbook_ids])] })
  return jobOf(ctx, instruction_id)
}

interface Planning {
  schedule: JobSchedule
  status: 'active' | 'paused' | undefined
  pause_reason: string | undefined
}

/** The columns of a job for its new schedule and status, after its next planned time was enqueued. */
async function replan(
  ctx: MemberContext,
  row: store.JobRow,
  { schedule, status, pause_reason }: Planning,
): Promise<store.JobColumns> {
  const isRescheduled = JSON.stringify(schedule) !== JSON.stringify(JobSchedule.parse(row.schedule))
  const isActive = row.status === 'active'
  const isEnded = row.status === 'completed' || row.status === 'expired'
  if (isEnded && (status === 'paused' || (status === 'active' && !isRescheduled))) throw apiError('job.finished')
  const willBeActive = status === undefined ? isActive || (isEnded && isRescheduled) : status === 'active'
  const columns: store.JobColumns = {
    schedule: JSON.stringify(schedule),
    ...(status === 'paused' && { status, pause_cause: 'person', pause_reason: pause_reason || null }),
  }
  if (!isRescheduled && willBeActive === isActive) return columns
  const schedule_revision = row.schedule_revision + 1
  if (!willBeActive) return { ...columns, schedule_revision, next_run_at: null }

  if (!isActive) await requireRoomForActive(ctx)
  const scheduled_at = isRescheduled ? ctx.now : row.scheduled_at
  const executions = isEnded ? 0 : row.executions
  const next = requireNext(ctx, await withOwnWorkingHours(ctx, { schedule, scheduled_at, executions }))
  await enqueuePlanned(ctx, { job_id: row.id, schedule_revision, planned_at: next })
  return {
    ...columns,
    scheduled_at,
    executions,
    schedule_revision,
    next_run_at: new Date(next).toISOString(),
    status: 'active',
    pause_cause: null,
    pause_reason: null,
    completed_at: null,
    ...(!isActive && { failures: 0 }),
  }
}

/** Sets or removes the code of a job. */
export async function setCode(ctx: MemberContext, body: Body<typeof setCustomCode>): Promise<Job> {
  const { instruction_id, custom_code } = body
  await lockEditable(ctx, instruction_id)
  const { source } = await jobOf(ctx, instruction_id)
  return update(ctx, { instruction_id, source: { ...source, custom_code } })
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const withoutUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>

/** The former values of the fields that differ. */
function changesBetween(before: JobFields, after: JobFields): Record<string, unknown> {
  const names = Object.keys(after) as (keyof JobFields)[]
  return Object.fromEntries(
    names
      .filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map(name => [name, before[name]]),
  )
}

/** Deletes a job [4.14]. A run that is under way writes nothing any more. */
export async function remove(ctx: MemberContext, { instruction_id }: Body<typeof deleteJob>): Promise<null> {
  const row = await lockEditable(ctx, instruction_id)
  const audience = await audienceOf(ctx, instruction_id)
  await store.deleteJob(ctx, instruction_id)
  const { overlay_key } = row
  if (overlay_key) ctx.afterCommit(() => ctx.app.objects.delete(overlay_key))
  await ctx.audit({ kind: 'job.deleted', subject: `job:${instruction_id}`, details: { name: row.name } })
  ctx.record({ kind: 'job.deleted', instruction_id }, audience)
  tellLogbooks(ctx, row)
  return null
}

/** Sets columns of a job that have calls of their own, as a change of the job. */
export async function changeColumns(
  ctx: MemberContext,
  { id, revision }: store.JobRow,
  columns: store.JobColumns,
  was: Record<string, unknown>,
): Promise<Job> {
  await store.updateJob(ctx, id, { ...columns, revision: revision + 1, updated_at: ctx.now })
  await store.insertRevision(ctx, { job_id: id, revision: revision + 1, was })
  await ctx.audit({ kind: 'job.edited', subject: `job:${id}`, details: { was } })
  ctx.record({ kind: 'job.changed', instruction_id: id }, await audienceOf(ctx, id))
  return jobOf(ctx, id)
}

/** The models that a job may ask; the first one is asked by jobs that choose none. */
export const models = async ({ app }: MemberContext): Promise<string[]> => [...app.models.keys()]

/** Chooses the model of a job; null for the one of the server. */
export async function chooseModel(ctx: MemberContext, body: Body<typeof setJobModel>): Promise<Job> {
  const { instruction_id, model } = body
  const row = await lockEditable(ctx, instruction_id)
  if (model !== null && !ctx.app.models.has(model)) throw apiError('job.model_unknown')
  return changeColumns(ctx, row, { model }, { model: row.model })
}
