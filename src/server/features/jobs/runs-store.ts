import { sql } from 'kysely'
import type { Run, RunRead, RunReason, RunResult, RunStatus, RunVerdict } from '#shared/contract/jobs/job'
import { limitOf } from '../../platform/cursor'
import type { Tx } from '../../platform/database/connection'
import type { SystemContext } from '../../platform/run-as'

/** A run as it is stored. */
export interface RunRow {
  id: number
  job_id: number
  kind: Run['kind']
  planned_at: string | null
  status: RunStatus
  reason: RunReason | null
  missed: number
  attempts: number
  created_at: string
  started_at: string | null
  ended_at: string | null
  result: RunResult | null
  verdict: RunVerdict | null
  judged_by: number | null
  logs: Run['logs']
  sent: Run['sent']
  read: RunRead | null
  model: string | null
  tokens_input: number | null
  tokens_output: number | null
}

/** The newest run of the job `j` as JSON, or null. */
export const newestRunJson = sql`(
  select to_json(r) from job_runs r
  where r.organization_id = j.organization_id and r.job_id = j.id
  order by r.created_at desc, r.id desc limit 1
)`

type Context = Pick<SystemContext, 'tx' | 'organization_id' | 'now'>

/** Instants inside JSON come as PostgreSQL writes them. */
const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString())

export const runFrom = (row: RunRow): Run => ({
  run_id: row.id,
  instruction_id: row.job_id,
  kind: row.kind,
  planned_at: instant(row.planned_at),
  status: row.status,
  reason: row.reason,
  missed: row.missed,
  attempts: row.attempts,
  started_at: instant(row.started_at),
  ended_at: instant(row.ended_at),
  result: row.result,
  verdict: row.verdict,
  logs: row.logs,
  sent: row.sent,
  read: row.read,
  model: row.model,
  tokens: row.tokens_input === null ? null : { input: row.tokens_input, output: row.tokens_output ?? 0 },
})

/** The runs of a job, the newest first. Does not check whether the caller may see the job. */
export async function listRuns(
  { tx, organization_id }: Context,
  job_id: number,
  { after, limit }: { after: { at: string; id: number } | undefined; limit: number },
): Promise<RunRow[]> {
  const older = after ? sql`and (r.created_at, r.id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``
  const { rows } = await sql<RunRow>`
    select r.* from job_runs r where r.organization_id = ${organization_id} and r.job_id = ${job_id} ${older}
    order by r.created_at desc, r.id desc limit ${limitOf(limit)}`.execute(tx)
  return rows
}

/**
 * The newest run of each of these jobs that began within the day before an instant, or at most a minute after it, the
 * newest one first. Does not check whether the caller may see them.
 */
export async function newestRunsBy(
  { tx, organization_id }: Context,
  job_ids: readonly number[],
  at: string,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.* from unnest(${job_ids}::bigint[]) as asked (job_id)
    cross join lateral (
      select r.* from job_runs r
      where r.organization_id = ${organization_id} and r.job_id = asked.job_id
        and r.created_at <= ${at}::timestamptz + interval '1 minute'
        and r.created_at > ${at}::timestamptz - interval '1 day'
      order by r.created_at desc, r.id desc limit 1
    ) r order by r.created_at desc, r.id desc`.execute(tx)
  return rows
}

export async function lockRun({ tx, organization_id }: Context, id: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select r.* from job_runs r where r.organization_id = ${organization_id} and r.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The newest results of a job that people judged. */
export async function judgedResults(
  { tx, organization_id }: Context,
  job_id: number,
  limit: number,
): Promise<{ result: RunResult; verdict: RunVerdict }[]> {
  const { rows } = await sql<{ result: RunResult; verdict: RunVerdict }>`
    select r.result, r.verdict from job_runs r
    where r.organization_id = ${organization_id} and r.job_id = ${job_id} and r.verdict is not null
      and r.result is not null
    order by r.created_at desc, r.id desc limit ${limitOf(limit)}`.execute(tx)
  return rows
}

/** Whether a run of the job has not ended. */
export async function isRunning({ tx, organization_id }: Context, job_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from job_runs where organization_id = ${organization_id} and job_id = ${job_id}
      and status in ('queued', 'running') limit 1`.execute(tx)
  return rows.length > 0
}

/** The newest planned time that failed or was skipped and that no later run made up for. */
export async function newestUnmet({ tx, organization_id }: Context, job_id: number): Promise<string | undefined> {
  const { rows } = await sql<{ planned_at: string; status: RunStatus }>`
    select r.planned_at, r.status from job_runs r
    where r.organization_id = ${organization_id} and r.job_id = ${job_id} and r.planned_at is not null
    order by r.planned_at desc, r.id desc limit 1`.execute(tx)
  const [newest] = rows
  return newest && (newest.status === 'failed' || newest.status === 'skipped') ? newest.planned_at : undefined
}

/** Whether a run of the job looked at a picture. */
export async function hasLookedAt(
  { tx, organization_id }: Context,
  job_id: number,
  frame_id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from job_runs where organization_id = ${organization_id} and job_id = ${job_id} and (
      read @> jsonb_build_object('sources', jsonb_build_array(jsonb_build_object('frame_id', ${frame_id}::text)))
      or result @> jsonb_build_object('frame_ids', jsonb_build_array(${frame_id}::text))
    ) limit 1`.execute(tx)
  return rows.length > 0
}

/** A run that somebody asked for. */
export async function insertRun(
  { tx, organization_id, now }: Context,
  { job_id, kind, planned_at }: { job_id: number; kind: 'adhoc' | 'sync'; planned_at: string | null },
): Promise<RunRow> {
  const { rows } = await sql<RunRow>`
    insert into job_runs (organization_id, job_id, kind, planned_at, status, created_at)
    values (${organization_id}, ${job_id}, ${kind}, ${planned_at}, 'queued', ${now}) returning *`.execute(tx)
  const [run] = rows
  if (!run) throw new Error('The run was not stored.')
  return run
}

/** The run of a planned time, locked until the transaction ends. */
export async function findPlanned(
  { tx, organization_id }: Context,
  job_id: number,
  planned_at: string,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select r.* from job_runs r
    where r.organization_id = ${organization_id} and r.job_id = ${job_id} and r.kind = 'planned'
      and r.planned_at = ${planned_at} for update`.execute(tx)
  return rows[0]
}

/** Stores the run of a planned time, with its first attempt if that begins now; fails if there is one. */
export async function insertPlannedRun(
  { tx, organization_id, now }: Context,
  { job_id, planned_at, missed, isBegun }: { job_id: number; planned_at: string; missed: number; isBegun: boolean },
): Promise<RunRow> {
  const begun = isBegun ? sql`'running', ${now}, 1` : sql`'queued', null, 0`
  const { rows } = await sql<RunRow>`
    insert into job_runs (organization_id, job_id, kind, planned_at, missed, created_at, status, started_at, attempts)
    values (${organization_id}, ${job_id}, 'planned', ${planned_at}, ${missed}, ${now}, ${begun})
    returning *`.execute(tx)
  const [run] = rows
  if (!run) throw new Error('The run of a planned time was not stored.')
  return run
}

export async function updateRun(
  { tx, organization_id }: Context,
  id: number,
  columns: Partial<Omit<RunRow, 'id' | 'job_id' | 'result' | 'logs' | 'sent' | 'read'>> & {
    result?: RunResult | null
    logs?: Run['logs']
    sent?: Run['sent']
    read?: RunRead
  },
): Promise<void> {
  const { result, logs, sent, read, ...plain } = columns
  await tx
    .updateTable('job_runs')
    .set({
      ...plain,
      ...(result !== undefined && { result: result === null ? null : (JSON.stringify(result) as never) }),
      ...(logs && { logs: JSON.stringify(logs) as never }),
      ...(sent && { sent: JSON.stringify(sent) as never }),
      ...(read && { read: JSON.stringify(read) as never }),
    })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** Deletes runs that ended before an instant; returns how many. Runs over all organisations. */
export async function deleteOldRuns(tx: Tx, before: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from job_runs r using (
      select organization_id, id from job_runs where ended_at < ${before}::timestamptz order by ended_at limit ${limit}
    ) old
    where r.organization_id = old.organization_id and r.id = old.id returning 1`.execute(tx)
  return rows.length
}
