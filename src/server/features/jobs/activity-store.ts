import { sql } from 'kysely'
import type { RunReason } from '#shared/contract/jobs/job'
import type { ActivitySource } from '../../platform/activity'
import { doneBy, newest, whose } from '../../platform/activity-sql'
import type { DashboardSource } from '../../platform/dashboard'
import { personFrom } from '../../platform/people/person'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { accessActivity } from '../access/activity-sql'
import { readable, seenBranch } from '../access/document-sql'
import { ruleForCaller } from './access-sql'

/** The logbooks of the job `j` that the caller may read. */
const logbooks = (ctx: MemberContext) => sql`documents d where ${readable(ctx)} and d.id = any(j.write_ids)`

interface Row {
  id: number
  instruction_id: number
  name: string
  status: 'succeeded' | 'failed' | 'skipped'
  reason: RunReason | null
  logs: number
  at: string
  person: PersonRow | null
}

/** Runs that ended. Who asks for those of one person gets the runs of that person's jobs. */
const runs: ActivitySource = {
  name: 'run',
  kind: 'run',
  places: (ctx, params) => sql`
    select r.ended_at as at, r.id,
      ${whose(sql`j.owner_id`, sql`array(select distinct d.branch_id from ${logbooks(ctx)})`)} from job_runs r
    join jobs j on j.organization_id = r.organization_id and j.id = r.job_id
    where r.organization_id = ${ctx.organization_id} and r.ended_at is not null and ${ruleForCaller(ctx).visible}
      ${doneBy(params, sql`j.owner_id`)}
      ${params.branch_id === undefined ? sql`` : sql`and exists (select from ${logbooks(ctx)} and d.branch_id = ${params.branch_id}::bigint)`}
      ${newest(params, sql`r.ended_at`, sql`r.id`)}`,
  async load(ctx, ids) {
    const { rows } = await sql<Row>`
      select r.id, r.job_id as instruction_id, j.name, r.status, r.reason, r.ended_at as at,
        jsonb_array_length(r.logs) as logs, ${personJson('u')} as person
      from job_runs r join jobs j on j.organization_id = r.organization_id and j.id = r.job_id
      left join users u on u.id = j.owner_id
      where r.organization_id = ${ctx.organization_id} and r.id = any(${ids}::bigint[])`.execute(ctx.tx)
    return Promise.all(
      rows.map(async ({ person, ...row }) => ({
        ...row,
        kind: 'run' as const,
        key: `run.${row.id}`,
        actor: person && (await personFrom(ctx, person)),
      })),
    )
  },
}

export const jobActivities: readonly ActivitySource[] = [
  runs,
  accessActivity('job', (ctx, id) => ({
    named: sql`select j.name from jobs j
      where j.organization_id = ${ctx.organization_id} and j.id = ${id} and ${ruleForCaller(ctx).visible}`,
  })),
]

/** The branches of the logbooks that the job `j` writes into. */
const branchIds = (ctx: MemberContext) =>
  sql`array_remove(array(select distinct ${seenBranch(ctx)} from ${logbooks(ctx)}), null)`

export const jobNumbers: readonly DashboardSource[] = [
  {
    name: 'runs_failed',
    counts: 'period',
    rows: ctx => sql`
      select r.id, r.ended_at as at, j.name as title, r.reason as detail, j.id as parent_id, ${branchIds(ctx)} as branch_ids
      from job_runs r join jobs j on j.organization_id = r.organization_id and j.id = r.job_id
      where r.organization_id = ${ctx.organization_id} and r.status = 'failed' and r.ended_at is not null
        and ${ruleForCaller(ctx).visible}`,
  },
  {
    name: 'jobs_failing',
    counts: 'attention',
    rows: ctx => sql`
      select j.id, coalesce(failed.ended_at, j.updated_at) as at, j.name as title, failed.reason as detail,
        null::bigint as parent_id, ${branchIds(ctx)} as branch_ids
      from jobs j left join lateral (
        select r.reason, r.ended_at from job_runs r
        where r.organization_id = j.organization_id and r.job_id = j.id and r.status = 'failed'
        order by r.created_at desc, r.id desc limit 1
      ) failed on true
      where j.organization_id = ${ctx.organization_id} and ${ruleForCaller(ctx).visible}
        and ((j.status = 'active' and j.failures > 0) or (j.status = 'paused' and j.pause_cause <> 'person'))`,
  },
  // As with the notice in a logbook, its readers learn that it is silent even if they may not see the job.
  {
    name: 'logbooks_silent',
    counts: 'attention',
    rows: ctx => sql`
      select d.id, min(coalesce(j.last_success_at, j.created_at)) as at, d.name as title, null::text as detail,
        null::bigint as parent_id, array_remove(array[${seenBranch(ctx)}], null) as branch_ids
      from documents d join jobs j on j.organization_id = d.organization_id and j.write_ids @> array[d.id]
      where ${readable(ctx)}
        and ((j.status = 'active' and j.failures > 0) or (j.status = 'paused' and j.pause_cause <> 'person'))
      group by d.id, d.organization_id`,
  },
  {
    name: 'next_jobs',
    counts: 'now',
    rows: ctx => sql`
      select j.id, j.next_run_at as at, j.name as title,
        (select string_agg(d.name, ', ' order by d.name) from ${logbooks(ctx)}) as detail,
        null::bigint as parent_id, ${branchIds(ctx)} as branch_ids
      from jobs j
      where j.organization_id = ${ctx.organization_id} and j.status = 'active' and j.next_run_at is not null
        and ${ruleForCaller(ctx).visible}`,
  },
]
