import { apiError } from '#shared/errors'
import type { Grantable } from '../../platform/grantable'
import * as access from './access-sql'
import { findJob, lockJob } from './store'

/** Jobs as subjects of grants, which their owner and who manages all jobs give. */
export const grantableJobs: Grantable = {
  kind: 'job',
  levels: ['viewer', 'editor'],
  missing: 'job.not_found',
  async find(ctx, instruction_id) {
    const job = await findJob(ctx, instruction_id)
    return job && { managed: job.is_managed }
  },
  async lock(ctx, instruction_id) {
    const job = await lockJob(ctx, instruction_id)
    if (!job) throw apiError('job.not_found')
    if (!job.is_managed) throw apiError('permission.missing')
  },
  readersOf: access.readersOf,
  giversOf: access.managersOf,
  changed: instruction_id => ({ kind: 'job.changed', instruction_id }),
  named: access.managedName,
  opensMore: access.opensMore,
}
