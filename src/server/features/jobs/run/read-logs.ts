import type { AppContext } from '../../../platform/app-context'
import { runAsPerson } from '../../../platform/run-as'
import { rightsOn } from '../../documents/service'
import { newestMatching } from '../../logs/service'
import type { StoredJob } from '../store'

/** Logs of one logbook that a run reads. */
const atMost = 50

export type ReadLogs = {
  log_id: number
  doc_id: number
  at: string
  title: string
  content: string
  by: string | null
}[]

/**
 * The newest logs of the logbooks that a job reads, written since its last run, with the rights of its owner. Logs of the
 * job itself are left out, so that it does not read its own words.
 */
export function readLogs(
  app: AppContext,
  organization_id: number,
  job: Pick<StoredJob, 'id' | 'owner_id' | 'read_ids'>,
  since: string | null,
): Promise<ReadLogs> {
  return runAsPerson(app, { organization_id, user_id: job.owner_id }, async ctx => {
    const read: ReadLogs = []
    for (const doc_id of job.read_ids) {
      if (!(await rightsOn(ctx, doc_id))) continue
      const logs = await newestMatching(ctx, { doc_ids: [doc_id], limit: atMost, ...(since && { from: since }) })
      for (const log of logs) {
        if (log.future_instructions_id === job.id) continue
        const { id: log_id, created_at: at, title, content, created_by } = log
        read.push({ log_id, doc_id, at, title, content, by: created_by?.user_displayname ?? null })
      }
    }
    return read
  })
}
