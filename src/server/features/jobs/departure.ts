import type { Departure } from '../../platform/departure'
import type { MemberContext } from '../../platform/request-context'
import { audienceOf } from './audience'
import { pauseJob } from './run/end-run'
import * as store from './store'

/**
 * Jobs of somebody who leaves stop at once, because they run with the rights of their owner. The heir becomes their
 * owner and starts them again; nobody's rights are used without that person having agreed.
 */
export const jobsOfPerson: Departure = {
  name: 'jobs',
  async handOver(ctx, { user_id, heir }) {
    const jobs = await store.lockJobsOf(ctx, user_id)
    for (const job of jobs) {
      if (heir !== null) await store.updateJob(ctx, job.id, { owner_id: heir })
      if (job.status === 'active') await pauseJob(ctx, job, 'owner_gone')
      else if (heir !== null) ctx.record({ kind: 'job.changed', instruction_id: job.id }, await audienceOf(ctx, job.id))
    }
    return heir === null ? 0 : jobs.length
  },
}

/** No job runs in an organisation that is deleted; after it was restored, people start them again. */
export async function pauseAllJobs(ctx: MemberContext): Promise<void> {
  for (const job of await store.lockActiveJobs(ctx)) await pauseJob(ctx, job, 'person')
}
