import { sql } from 'kysely'
import type { SystemContext } from '../../platform/run-as'

/** What notifications need to know of jobs. None of these checks who may see a job. */
type Context = Pick<SystemContext, 'tx' | 'organization_id'>

export interface FailedRunNotice {
  job_id: number
  name: string
  owner_id: number
  /** The start of the last run that succeeded: the same for all failures in a row. */
  since: string
}

/** The job of a run, if that failed. */
export async function failedRun(
  { tx, organization_id }: Context,
  run_id: number,
): Promise<FailedRunNotice | undefined> {
  const { rows } = await sql<FailedRunNotice>`
    select j.id as job_id, j.name, j.owner_id, coalesce(j.last_success_at, j.created_at) as since
    from job_runs r join jobs j on j.organization_id = r.organization_id and j.id = r.job_id
    where r.organization_id = ${organization_id} and r.id = ${run_id} and r.status = 'failed'`.execute(tx)
  return rows[0]
}

export interface SilentJobNotice {
  job_id: number
  owner_id: number
  since: string
}

/** The jobs that should write into a logbook and have fallen silent, by the same rule as the logbook shows. */
export async function silentJobs({ tx, organization_id }: Context, doc_id: number): Promise<SilentJobNotice[]> {
  const { rows } = await sql<SilentJobNotice>`
    select j.id as job_id, j.owner_id, coalesce(j.last_success_at, j.created_at) as since from jobs j
    where j.organization_id = ${organization_id} and j.write_ids @> ${[doc_id]}::bigint[]
      and ((j.status = 'active' and j.failures > 0) or (j.status = 'paused' and j.pause_cause <> 'person'))
    order by j.id`.execute(tx)
  return rows
}
