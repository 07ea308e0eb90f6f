import type { Audience } from '../../platform/events'
import type { RequestContext } from '../../platform/request-context'
import { readersOf } from './access-sql'

/** The people who may see a job now, by name, because the job may be gone by the time an event is delivered. */
export async function audienceOf(
  ctx: Pick<RequestContext, 'tx' | 'now'> & { organization_id: number },
  job_id: number,
): Promise<Audience> {
  return { to: 'users', user_ids: [...(await readersOf(ctx, job_id)).user_ids] }
}
