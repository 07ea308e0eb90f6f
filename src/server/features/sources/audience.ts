import type { Source } from '#shared/contract/sources/endpoints'
import type { Audience } from '../../platform/events'
import type { Readers } from '../../platform/live/audiences'
import type { MemberContext } from '../../platform/request-context'
import { readersOf } from './access-store'

export const audienceFrom = ({ everyone, user_ids }: Readers): Audience =>
  everyone ? { to: 'organisation' } : { to: 'users', user_ids: [...user_ids] }

/** The current viewers of a source by name, because some could be missing by the time an event is delivered. */
export async function audienceOf(ctx: MemberContext, source: Source): Promise<Audience> {
  return audienceFrom(await readersOf(ctx.tx, ctx.organization_id, source, ctx.now))
}
