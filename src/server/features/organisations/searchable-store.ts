import { sql } from 'kysely'
import type { PersonRow } from '../../platform/people/person-columns'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, nameMatches, nameScore } from '../../platform/words/sql'

/** Members by name and e-mail address, which every member may see. */
export function findMembers(ctx: MemberContext, params: SearchParams) {
  const names = { name: sql`n.name`, all: sql`n.everything` }
  return bestOf<PersonRow & Place>(
    ctx,
    sql`
      select u.id, m.joined_at as at, ${nameScore(names, params.query)} as score
      from memberships m join users u on u.id = m.user_id
      cross join lateral (
        select search_name(u.displayname) as name, search_name(concat_ws(' ', u.displayname, u.email)) as everything offset 0
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
export const memberNames = ({ organization_id }: MemberContext) => sql`
  select concat_ws(' ', u.displayname, u.email) as name
  from memberships m join users u on u.id = m.user_id where m.organization_id = ${organization_id}`
