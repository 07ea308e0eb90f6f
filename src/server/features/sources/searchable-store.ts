import { sql } from 'kysely'
import type { MemberScene } from '../../platform/scene'
import type { Place, Wish } from '../../platform/searchable'
import { bestOf, nameFits, nameScore } from '../../platform/words/sql'
import { cameraVisible, screenVisible } from './access-store'

export interface FoundSource extends Place {
  name: string
  description: string
}

/**
 * Cameras that the caller may see, and screens that were ever shared or opened to others, as far as they may see them. A screen's id
 * is that of its person with a minus, so that it is no camera's.
 */
const visible = (at: MemberScene) => sql`
  select c.id, c.name, c.description, c.created_at as at from cameras c
  where c.organization_id = ${at.organization_id} and c.deleted_at is null and ${cameraVisible(at)}
  union all
  select -u.id, u.displayname, '', m.joined_at from screens s
  join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
  join users u on u.id = s.user_id
  where s.organization_id = ${at.organization_id} and ${screenVisible(at)}`

/** Sources that the caller may see, by their names and descriptions. */
export function findSources(at: MemberScene, wish: Wish) {
  const names = { name: sql`n.name`, all: sql`n.everything` }
  return bestOf<FoundSource>(
    at,
    sql`
      select s.id, s.at, ${nameScore(names, wish.query)} as score from (${visible(at)}) s
      cross join lateral (
        select search_name(s.name) as name, search_name(s.name || ' ' || s.description) as everything offset 0
      ) n
      where ${nameFits(names.all, wish.query)}`,
    wish,
    { columns: sql`s.name, s.description`, joins: sql`join (${visible(at)}) s on s.id = h.id` },
  )
}

/** The names and descriptions of sources that the caller may see. */
export const sourceNames = (at: MemberScene) =>
  sql`select s.name || ' ' || s.description as name from (${visible(at)}) s`
