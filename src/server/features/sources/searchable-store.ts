import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, nameMatches, nameScore } from '../../platform/words/sql'
import { cameraVisible, screenVisible } from './access-store'

export interface FoundSource extends Place {
  name: string
  description: string
}

/**
 * Cameras that the caller may see, and screens that were ever shared or opened to others, as far as they may see them.
 * A screen's id is its person's id negated, so that it differs from every camera's.
 */
const visible = (ctx: MemberContext) => sql`
  select c.id, c.name, c.description, c.created_at as at from cameras c
  where c.organization_id = ${ctx.organization_id} and c.deleted_at is null and ${cameraVisible(ctx)}
  union all
  select -u.id, u.displayname, '', m.joined_at from screens s
  join memberships m on m.organization_id = s.organization_id and m.user_id = s.user_id
  join users u on u.id = s.user_id
  where s.organization_id = ${ctx.organization_id} and ${screenVisible(ctx)}`

/** Sources that the caller may see, by name and description. */
export function findSources(ctx: MemberContext, params: SearchParams) {
  const names = { name: sql`n.name`, all: sql`n.everything` }
  return bestOf<FoundSource>(
    ctx,
    sql`
      select s.id, s.at, ${nameScore(names, params.query)} as score from (${visible(ctx)}) s
      cross join lateral (
        select search_name(s.name) as name, search_name(s.name || ' ' || s.description) as everything offset 0
      ) n
      where ${nameMatches(names.all, params.query)}`,
    params,
    { columns: sql`s.name, s.description`, joins: sql`join (${visible(ctx)}) s on s.id = h.id` },
  )
}

/** The names and descriptions of sources that the caller may see. */
export const sourceNames = (ctx: MemberContext) =>
  sql`select s.name || ' ' || s.description as name from (${visible(ctx)}) s`
