import { sql } from 'kysely'
import type { RunMark } from '#shared/contract/jobs/endpoints'
import type { Source } from '#shared/contract/sources/endpoints'
import type { MemberContext } from '../../platform/request-context'
import { ruleForCaller } from './access-sql'

interface Range {
  from: string
  to: string
}

/** Parts of a range in which the runs of a job count as one. */
const parts = 120
/** The most marks in one answer. */
const atMost = 1_000

/**
 * The runs in a range that wrote a log or failed, of the jobs that the caller may see and that look at the source, by
 * time. Does not check whether the caller may see the source.
 */
export async function marksOf(ctx: MemberContext, source: Source, { from, to }: Range): Promise<RunMark[]> {
  const looks =
    source.kind === 'camera'
      ? sql`j.feed_ids @> ${[source.camera_id]}::bigint[]`
      : sql`j.screen_ids @> ${[source.user_id]}::bigint[]`
  const { rows } = await sql<RunMark>`
    with fired as (
      select j.id as instruction_id, j.name, r.id, r.status, r.reason, r.logs, began.at,
        width_bucket(extract(epoch from began.at), extract(epoch from ${from}::timestamptz),
          extract(epoch from ${to}::timestamptz), ${sql.lit(parts)}) as part
      from jobs j
      join job_runs r on r.organization_id = j.organization_id and r.job_id = j.id
      cross join lateral (select coalesce(r.started_at, r.created_at) as at) began
      where j.organization_id = ${ctx.organization_id} and ${looks} and ${ruleForCaller(ctx).visible}
        -- A run begins soon after it is stored, by which the index is ordered.
        and r.created_at >= ${from}::timestamptz - interval '1 hour' and r.created_at < ${to}::timestamptz
        and began.at >= ${from}::timestamptz and began.at < ${to}::timestamptz
        and (r.status = 'failed' or (r.status = 'succeeded' and r.logs <> '[]'))
    ), last as (
      select distinct on (instruction_id, status, part) instruction_id, name, at, status, reason, logs -> 0 as log,
        (count(*) over (partition by instruction_id, status, part))::int as runs
      from fired order by instruction_id, status, part, at desc, id desc
    )
    select * from last order by at, instruction_id, status limit ${sql.lit(atMost)}`.execute(ctx.tx)
  return rows
}
