import type { Audience } from '../../platform/events'
import type { MemberContext } from '../../platform/request-context'
import { readersOf } from '../access/document-sql'

/**
 * Those who may read a document at this point of the call, by name. An event that ends somebody's right must go to them like
 * this: by the time it is handed out they could no longer be found.
 */
export async function audienceOf(ctx: MemberContext, doc_id: number): Promise<Audience> {
  const { everyone, user_ids } = await readersOf(ctx.tx, ctx.organization_id, doc_id, ctx.now)
  return everyone ? { to: 'organisation' } : { to: 'users', user_ids: [...user_ids] }
}
