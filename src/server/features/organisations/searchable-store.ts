import { sql } from 'kysely'
import { seesAddresses } from '../../platform/people/person'
import type { Addresses, PersonRow } from '../../platform/people/person-columns'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, nameMatches, nameScore } from '../../platform/words/sql'

/** Members by name, and by e-mail address for those who may see it. */
export function findMembers(ctx: MemberContext, params: SearchParams) {
  const names = { name: sql`n.name`, all: sql`n.everything` }
  return bestOf<PersonRow & Addresses & Place>(
    ctx,
    sql`
      select u.id, m.joined_at as at, ${nameScore(names, params.query)} as score
      from memberships m join users u on u.id = m.user_id
      cross join lateral (
        select search_name(u.displayname) as name, search_name(${searched(ctx)}) as everything offset 0
      ) n
      where m.organization_id = ${ctx.organization_id} and ${nameMatches(names.all, params.query)}`,
    params,
    {
      columns: sql`u.id as user_id, u.displayname, u.image_key, u.phone, u.email`,
      joins: sql`join users u on u.id = h.id`,
    },
  )
}

/** The names of all members. */
export const memberNames = (ctx: MemberContext) => sql`
  select ${searched(ctx)} as name
  from memberships m join users u on u.id = m.user_id where m.organization_id = ${ctx.organization_id}`

const searched = (ctx: MemberContext) =>
  seesAddresses(ctx) ? sql`concat_ws(' ', u.displayname, u.email)` : sql`u.displayname`
