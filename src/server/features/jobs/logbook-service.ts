import type { Body } from '#shared/contract/endpoint'
import type { listLogbookJobs } from '#shared/contract/jobs/endpoints'
import type { LogbookJobs } from '#shared/contract/jobs/job'
import type { MemberContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'
import { requireReadable } from '../documents/service'
import { isVisible } from '../sources/service'
import * as store from './logbook-store'
import type { StoredJob } from './store'

/**
 * What jobs are writing into a logbook now, which of them have fallen silent since when [D29, D45], and at which cameras
 * they look. Every reader of the logbook learns that; the name of a job only who may see it, and a camera likewise.
 */
export async function ofLogbook(ctx: MemberContext, { doc_id }: Body<typeof listLogbookJobs>): Promise<LogbookJobs> {
  await requireReadable(ctx, doc_id)
  const writing = ctx.app.model ? await store.writingInto(ctx, doc_id) : []
  return { writing, silent: await store.silentIn(ctx, doc_id), camera_ids: await visibleCamerasFor(ctx, doc_id) }
}

async function visibleCamerasFor(ctx: MemberContext, doc_id: number): Promise<number[]> {
  const camera_ids = await store.camerasFor(ctx, doc_id)
  const visible = await Promise.all(camera_ids.map(camera_id => isVisible(ctx, { kind: 'camera', camera_id })))
  return camera_ids.filter((_, at) => visible[at])
}

/** Tells the readers of the logbooks of a job that it began to write there, ended, fell silent or is back. */
export function tellLogbooks(ctx: Pick<SystemContext, 'record'>, { write_ids }: Pick<StoredJob, 'write_ids'>): void {
  for (const doc_id of write_ids) ctx.record({ kind: 'job.logbook_changed', doc_id }, { to: 'document', doc_id }, null)
}

/** Whether a run of the job shows as being written: with a model it takes a while, and it always ends with a log. */
export const isWriting = ({ app }: Pick<SystemContext, 'app'>, job: Pick<StoredJob, 'prompt' | 'writes_when'>) =>
  app.model !== null && job.prompt.trim() !== '' && job.writes_when === 'always'

/** The same after a run that succeeded, if that changes anything. */
export function tellLogbooksOfResult(ctx: Pick<SystemContext, 'record' | 'app'>, job: StoredJob): void {
  if (job.failures > 0 || isWriting(ctx, job)) tellLogbooks(ctx, job)
}
