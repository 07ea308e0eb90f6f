import type { Audience } from '../../platform/events'
import type { MemberContext } from '../../platform/request-context'
import { readersOf } from '../access/document-sql'

/**
 * The current readers of a document, by name. An event that ends somebody's right must use this audience: they could no
 * longer be found when the event is delivered.
 */
export async function audienceOf(ctx: MemberContext, doc_id: number): Promise<Audience> {
  const { everyone, user_ids } = await readersOf(ctx.tx, ctx.organization_id, doc_id, ctx.now)
  return everyone ? { to: 'organisation' } : { to: 'users', user_ids: [...user_ids] }
}
