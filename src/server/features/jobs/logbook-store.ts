import { type RawBuilder, sql } from 'kysely'
import type { PauseCause, RunReason } from '#shared/contract/jobs/job'
import type { MemberContext } from '../../platform/request-context'
import { ruleForCaller } from './access-sql'

/** The number and name of the job `j` for who may see it, else null. */
export const named = (ctx: MemberContext): RawBuilder<unknown> => {
  const { visible } = ruleForCaller(ctx)
  return sql`case when ${visible} then j.id end as instruction_id, case when ${visible} then j.name end as name`
}

/** The most that a reader of a logbook is told. */
const atMost = 20

export interface NamedJob {
  instruction_id: number | null
  name: string | null
}

/** Jobs with a prompt whose run is under way and will end with a log in this logbook. */
export async function writingInto(ctx: MemberContext, doc_id: number): Promise<(NamedJob & { started_at: string })[]> {
  const { rows } = await sql<NamedJob & { started_at: string }>`
    select ${named(ctx)}, r.started_at from jobs j
    join job_runs r on r.organization_id = j.organization_id and r.job_id = j.id and r.status = 'running'
    where j.organization_id = ${ctx.organization_id} and j.write_ids @> ${[doc_id]}::bigint[]
      and j.writes_when = 'always' and btrim(j.prompt) <> ''
    order by r.started_at, r.id limit ${atMost}`.execute(ctx.tx)
  return rows
}

/** Cameras that active jobs look at for a logbook. Does not check whether the caller may see them. */
export async function camerasFor({ tx, organization_id }: MemberContext, doc_id: number): Promise<number[]> {
  const { rows } = await sql<{ camera_id: number }>`
    select distinct camera_id from jobs j cross join unnest(j.feed_ids) as camera_id
    where j.organization_id = ${organization_id} and j.write_ids @> ${[doc_id]}::bigint[] and j.status = 'active'
    order by camera_id limit ${atMost}`.execute(tx)
  return rows.map(({ camera_id }) => camera_id)
}

/**
 * Jobs that should write into this logbook and do not: their last runs failed, or they were paused, but not by a person.
 * `silent_since` is the start of the last run that succeeded, or when the job was created.
 */
export async function silentIn(
  ctx: MemberContext,
  doc_id: number,
): Promise<(NamedJob & { silent_since: string; reason: RunReason | null; pause_cause: PauseCause | null })[]> {
  const { rows } = await sql<
    NamedJob & { silent_since: string; reason: RunReason | null; pause_cause: PauseCause | null }
  >`
    select ${named(ctx)}, coalesce(j.last_success_at, j.created_at) as silent_since, j.pause_cause, failed.reason
    from jobs j left join lateral (
      select r.reason from job_runs r
      where r.organization_id = j.organization_id and r.job_id = j.id and r.status = 'failed'
      order by r.created_at desc, r.id desc limit 1
    ) failed on j.failures > 0
    where j.organization_id = ${ctx.organization_id} and j.write_ids @> ${[doc_id]}::bigint[]
      and ((j.status = 'active' and j.failures > 0) or (j.status = 'paused' and j.pause_cause <> 'person'))
    order by silent_since, j.id limit ${atMost}`.execute(ctx.tx)
  return rows
}
