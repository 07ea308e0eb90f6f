import { type RawBuilder, sql } from 'kysely'
import type {
  ChangedJobFields,
  Job,
  JobFields,
  JobSchedule,
  JobStatus,
  Look,
  PauseCause,
} from '#shared/contract/jobs/job'
import { limitOf } from '../../platform/cursor'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'
import { ruleForCaller } from './access-sql'
import type { LookState } from './look/look-state'
import { newestRunJson, type RunRow } from './runs-store'

/** A job as it is stored. */
export interface StoredJob {
  id: number
  owner_id: number
  name: string
  description: string
  prompt: string
  schedule: JobSchedule
  feed_ids: number[]
  screen_ids: number[]
  read_ids: number[]
  custom_code: string | null
  reads_meetings: boolean
  newest_within: number | null
  write_ids: number[]
  write_user_ids: number[]
  write_space_ids: number[]
  sends_as: Job['destination']['sends_as']
  graph_id: number | null
  look: Look
  writes_when: Job['writes_when']
  reference_ids: string[]
  overlay_key: string | null
  model: string | null
  status: JobStatus
  pause_cause: PauseCause | null
  pause_reason: string | null
  executions: number
  completed_at: string | null
  next_run_at: string | null
  scheduled_at: string
  schedule_revision: number
  revision: number
  failures: number
  /** When the last run that succeeded began. */
  last_success_at: string | null
  look_state: LookState
  created_at: string
  updated_at: string
}

/** A job as the caller sees it. */
export interface JobRow extends StoredJob {
  owner: PersonRow
  paused_by: PersonRow | null
  is_editable: boolean
  is_managed: boolean
  last_run: RunRow | null
}

const columns = (ctx: MemberContext) => {
  const { editable, managed } = ruleForCaller(ctx)
  return sql`j.*, ${personJson('u')} as owner, ${editable} as is_editable, ${managed} as is_managed,
    case when j.status = 'paused' and j.pause_cause = 'person' then (
      select case when p.id is not null then ${personJson('p')} end
      from job_revisions v left join users p on p.id = v.changed_by
      where v.organization_id = j.organization_id and v.job_id = j.id and v.was ? 'status'
      order by v.revision desc limit 1
    ) end as paused_by, ${newestRunJson} as last_run`
}

const visible = (ctx: MemberContext) =>
  sql<boolean>`j.organization_id = ${ctx.organization_id} and ${ruleForCaller(ctx).visible}`

/** A job that the caller may see. */
export async function findJob(ctx: MemberContext, id: number): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`
    select ${columns(ctx)} from jobs j join users u on u.id = j.owner_id
    where ${visible(ctx)} and j.id = ${id}`.execute(ctx.tx)
  return rows[0]
}

/** The same, locked until the call ends. */
export async function lockJob(ctx: MemberContext, id: number): Promise<JobRow | undefined> {
  const { rows } = await sql`
    select from jobs j where ${visible(ctx)} and j.id = ${id} for update of j`.execute(ctx.tx)
  return rows.length > 0 ? findJob(ctx, id) : undefined
}

/** What a request needs to find the job that it names. */
export interface JobName {
  id: number
  name: string
  status: JobStatus
  is_editable: boolean
}

/** The names of the jobs that the caller may see, the newest first; only those with these ids, if given. */
export async function jobNames(ctx: MemberContext, ids: readonly number[] | null = null): Promise<JobName[]> {
  const { rows } = await sql<JobName>`
    select j.id, j.name, j.status, ${ruleForCaller(ctx).editable} as is_editable
    from jobs j where ${visible(ctx)} and (${ids}::bigint[] is null or j.id = any(${ids}::bigint[]))
    order by j.created_at desc, j.id desc`.execute(ctx.tx)
  return rows
}

export interface NamedThings {
  doc_ids: number[]
  camera_ids: number[]
  user_ids: number[]
}

export interface JobFilter {
  only_completed: boolean
  query?: string | undefined
  /** Logbooks and sources that the query names. */
  named?: NamedThings | null
  logbook_id?: number | undefined
  camera_id?: number | undefined
  owner_id?: number | undefined
}

/** The jobs that the caller may see, the newest first. */
export async function listJobs(
  ctx: MemberContext,
  { only_completed, query, named, logbook_id, camera_id, owner_id }: JobFilter,
  { after, limit }: { after: { at: string; id: number } | undefined; limit: number },
): Promise<JobRow[]> {
  const ended = sql`('completed', 'expired')`
  const conditions: RawBuilder<unknown>[] = [
    visible(ctx),
    only_completed ? sql`j.status in ${ended}` : sql`j.status not in ${ended}`,
    ...(query
      ? [
          sql`(position(lower(${query}) in lower(j.name || ' ' || j.description || ' ' || j.prompt)) > 0
      or position(lower(${query}) in lower(u.displayname)) > 0
      or j.write_ids && ${named?.doc_ids ?? []}::bigint[] or j.read_ids && ${named?.doc_ids ?? []}::bigint[]
      or j.feed_ids && ${named?.camera_ids ?? []}::bigint[] or j.screen_ids && ${named?.user_ids ?? []}::bigint[])`,
        ]
      : []),
    ...(logbook_id ? [sql`(j.write_ids @> ${[logbook_id]}::bigint[] or ${logbook_id}::bigint = any(j.read_ids))`] : []),
    ...(camera_id ? [sql`${camera_id}::bigint = any(j.feed_ids)`] : []),
    ...(owner_id ? [sql`j.owner_id = ${owner_id}`] : []),
    ...(after ? [sql`(j.created_at, j.id) < (${after.at}::timestamptz, ${after.id}::bigint)`] : []),
  ]
  const { rows } = await sql<JobRow>`
    select ${columns(ctx)} from jobs j join users u on u.id = j.owner_id
    where ${sql.join(conditions, sql` and `)}
    order by j.created_at desc, j.id desc limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows
}

/** The active jobs that run within the working hours of a person, by id. */
export async function activeWithinHoursOf(
  { tx, organization_id }: Pick<MemberContext, 'tx' | 'organization_id'>,
  user_id: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from jobs where organization_id = ${organization_id} and status = 'active'
      and schedule ->> 'connect_user_workhours' is not null
      and (schedule ->> 'connect_user_workhours')::bigint = ${user_id}
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Lets nobody else start a job in the organisation until the call ends, so that two calls do not take the last place. */
export async function lockStarts({ tx, organization_id }: MemberContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('jobs', ${organization_id}))`.execute(tx)
}

/** How many jobs the organisation has, and how many of them are active. */
export async function countJobs({
  tx,
  organization_id,
}: Pick<MemberContext, 'tx' | 'organization_id'>): Promise<{ all: number; active: number }> {
  const { rows } = await sql<{ all: number; active: number }>`
    select count(*)::int as all, (count(*) filter (where status = 'active'))::int as active
    from jobs where organization_id = ${organization_id}`.execute(tx)
  return rows[0] ?? { all: 0, active: 0 }
}

const destinationColumns = (destination: JobFields['destination']) => ({
  write_ids: destination.logbook_ids,
  write_user_ids: destination.user_ids,
  write_space_ids: destination.space_ids,
  sends_as: destination.sends_as,
})

/** The columns for what a person sets, as far as it is given. */
export function columnsFrom(fields: ChangedJobFields) {
  const { instruction_text, instruction_description, prompt, source, destination, graph_id, look, writes_when } = fields
  return {
    ...(instruction_text !== undefined && { name: instruction_text }),
    ...(instruction_description !== undefined && { description: instruction_description }),
    ...(prompt !== undefined && { prompt }),
    ...(source && {
      feed_ids: source.feed_ids,
      screen_ids: source.user_ids,
      read_ids: source.logbook_ids,
      custom_code: source.custom_code,
      reads_meetings: source.new_meetings,
      newest_within: source.newest_within,
    }),
    ...(destination && destinationColumns(destination)),
    ...(graph_id !== undefined && { graph_id }),
    ...(look && { look: JSON.stringify(look) }),
    ...(writes_when && { writes_when }),
  }
}

export async function insertJob(
  ctx: MemberContext,
  fields: JobFields,
  { schedule, next_run_at }: { schedule: JobSchedule; next_run_at: string },
): Promise<number> {
  const { organization_id, caller, now } = ctx
  const inserted = await ctx.tx
    .insertInto('jobs')
    .values({
      name: fields.instruction_text,
      description: fields.instruction_description,
      prompt: fields.prompt,
      feed_ids: fields.source.feed_ids,
      screen_ids: fields.source.user_ids,
      read_ids: fields.source.logbook_ids,
      custom_code: fields.source.custom_code,
      reads_meetings: fields.source.new_meetings,
      newest_within: fields.source.newest_within,
      ...destinationColumns(fields.destination),
      graph_id: fields.graph_id,
      look: JSON.stringify(fields.look),
      writes_when: fields.writes_when,
      organization_id,
      owner_id: caller.user_id,
      schedule: JSON.stringify(schedule),
      status: 'active',
      next_run_at,
      scheduled_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/** Columns that the app changes. */
export type JobColumns = Partial<
  Pick<
    StoredJob,
    | 'status'
    | 'pause_cause'
    | 'pause_reason'
    | 'executions'
    | 'completed_at'
    | 'next_run_at'
    | 'scheduled_at'
    | 'schedule_revision'
    | 'revision'
    | 'failures'
    | 'last_success_at'
    | 'overlay_key'
    | 'reference_ids'
    | 'model'
    | 'updated_at'
  >
> & { look_state?: string; schedule?: string }

export async function updateJob(
  { tx, organization_id }: Pick<SystemContext, 'tx' | 'organization_id'>,
  id: number,
  columns: JobColumns & Record<string, unknown>,
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set(columns as never)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteJob({ tx, organization_id }: MemberContext, id: number): Promise<void> {
  await tx.deleteFrom('jobs').where('organization_id', '=', organization_id).where('id', '=', id).execute()
}

/** A job, locked until the transaction ends, for the app itself. */
export async function lockStored(
  { tx, organization_id }: Pick<SystemContext, 'tx' | 'organization_id'>,
  id: number,
): Promise<StoredJob | undefined> {
  const { rows } = await sql<StoredJob>`
    select j.* from jobs j where j.organization_id = ${organization_id} and j.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The jobs that run with the rights of a person, locked until the call ends. */
export async function lockJobsOf({ tx, organization_id }: MemberContext, owner_id: number): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`
    select j.* from jobs j where j.organization_id = ${organization_id} and j.owner_id = ${owner_id}
    order by j.id for update`.execute(tx)
  return rows
}

/** The active jobs, locked until the call ends. */
export async function lockActiveJobs({
  tx,
  organization_id,
}: Pick<SystemContext, 'tx' | 'organization_id'>): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`
    select j.* from jobs j where j.organization_id = ${organization_id} and j.status = 'active'
    order by j.id for update`.execute(tx)
  return rows
}

/** The jobs that were paused because of the plan, the oldest ones first; locked until the transaction ends. */
export async function lockPausedByPlan({
  tx,
  organization_id,
}: Pick<SystemContext, 'tx' | 'organization_id'>): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`
    select j.* from jobs j where j.organization_id = ${organization_id} and j.status = 'paused' and j.pause_cause = 'plan'
    order by j.id for update`.execute(tx)
  return rows
}

/** Whether a job of the organisation compares with a picture. */
export async function isReference(
  { tx, organization_id }: Pick<MemberContext, 'tx' | 'organization_id'>,
  frame_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from jobs where organization_id = ${organization_id} and ${frame_id}::uuid = any(reference_ids) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Keeps what a change replaced, so that the history of a job can be shown. */
export async function insertRevision(
  ctx: MemberContext,
  { job_id, revision, was }: { job_id: number; revision: number; was: Record<string, unknown> },
): Promise<void> {
  await ctx.tx
    .insertInto('job_revisions')
    .values({
      organization_id: ctx.organization_id,
      job_id,
      revision,
      changed_by: ctx.caller.user_id,
      changed_at: ctx.now,
      was: JSON.stringify(was) as never,
    })
    .execute()
}
