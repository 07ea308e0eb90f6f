import { sql } from 'kysely'
import type { MemberScene } from '../../platform/scene'
import type { Place, Wish } from '../../platform/searchable'
import { bestOf, nameFits, nameScore } from '../../platform/words/sql'
import type { PersonRow } from '../profile/person-columns'

/** Members by their names and e-mail addresses, which every member may see. */
export function findMembers(at: MemberScene, wish: Wish) {
  const names = { name: sql`n.name`, all: sql`n.everything` }
  return bestOf<PersonRow & Place>(
    at,
    sql`
      select u.id, m.joined_at as at, ${nameScore(names, wish.query)} as score
      from memberships m join users u on u.id = m.user_id
      cross join lateral (
        select search_name(u.displayname) as name, search_name(concat_ws(' ', u.displayname, u.email)) as everything offset 0
      ) n
      where m.organization_id = ${at.organization_id} and ${nameFits(names.all, wish.query)}`,
    wish,
    {
      columns: sql`u.id as user_id, u.displayname, u.image_key, u.phone, u.email`,
      joins: sql`join users u on u.id = h.id`,
    },
  )
}

/** The names of all members. */
export const memberNames = ({ organization_id }: MemberScene) => sql`
  select concat_ws(' ', u.displayname, u.email) as name
  from memberships m join users u on u.id = m.user_id where m.organization_id = ${organization_id}`
