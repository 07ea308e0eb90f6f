import { sql } from 'kysely'
import { limitOf } from '../../platform/cursor'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'

export interface RevisionRow {
  revision: number
  changed_at: string
  writer: PersonRow | null
  /** The former values of what was changed. */
  was: Record<string, unknown>
}

/** The changes of a job, the newest first. Does not check whether the caller may see the job. */
export async function listRevisions(
  { tx, organization_id }: MemberContext,
  job_id: number,
  { after, limit }: { after: { revision: number } | undefined; limit: number },
): Promise<RevisionRow[]> {
  const older = after ? sql`and v.revision < ${after.revision}` : sql``
  const { rows } = await sql<RevisionRow>`
    select v.revision, v.changed_at, v.was, case when u.id is not null then ${personJson('u')} end as writer
    from job_revisions v left join users u on u.id = v.changed_by
    where v.organization_id = ${organization_id} and v.job_id = ${job_id} ${older}
    order by v.revision desc limit ${limitOf(limit)}`.execute(tx)
  return rows
}

export interface Usage {
  runs: number
  failed: number
  seconds: number
  tokens_input: number
  tokens_output: number
}

/** What the runs of a job that were planned or requested since an instant took together. */
export async function usageSince(
  { tx, organization_id }: MemberContext,
  job_id: number,
  since: string,
): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select count(*)::int as runs, (count(*) filter (where r.status = 'failed'))::int as failed,
      coalesce(sum(extract(epoch from r.ended_at - r.started_at)), 0)::float8 as seconds,
      coalesce(sum(r.tokens_input), 0)::int as tokens_input, coalesce(sum(r.tokens_output), 0)::int as tokens_output
    from job_runs r
    where r.organization_id = ${organization_id} and r.job_id = ${job_id}
      and r.created_at >= ${since}::timestamptz and r.ended_at is not null`.execute(tx)
  const [used] = rows
  if (!used) throw new Error('A sum has one row.')
  return used
}
