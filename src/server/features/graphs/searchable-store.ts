import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import type { Place, SearchParams } from '../../platform/searchable'
import { bestOf, nameMatches, nameScore, within } from '../../platform/words/sql'
import { readable } from '../access/document-sql'

export interface FoundGraph extends Place {
  name: string
  labels: string
  doc_id: number
  doc_name: string
  by: string | null
}

/** Graphs of logbooks that the caller may read, by name and labels. */
export function findGraphs(ctx: MemberContext, params: SearchParams) {
  const names = { name: sql`n.name`, all: sql`n.everything` }
  return bestOf<FoundGraph>(
    ctx,
    sql`
      select g.id, g.updated_at as at, ${nameScore(names, params.query)} as score
      from graphs g join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
      cross join lateral (
        select search_name(g.name) as name, search_name(g.name || ' ' || ${labelsOf}) as everything offset 0
      ) n
      where g.organization_id = ${ctx.organization_id} and ${readable(ctx)}
        and ${nameMatches(names.all, params.query)} ${within(sql`g.updated_at`, params)}`,
    params,
    {
      columns: sql`g.name, ${labelsOf} as labels, d.id as doc_id, d.name as doc_name, u.displayname as by`,
      joins: sql`join graphs g on g.organization_id = ${ctx.organization_id} and g.id = h.id
        join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
        left join users u on u.id = g.updated_by`,
    },
  )
}

const labelsOf = sql`coalesce((
  select string_agg(t.text, ', ' order by t.label) from graph_labels t
  where t.organization_id = g.organization_id and t.graph_id = g.id
), '')`

/** The names and labels of graphs that the caller may see. */
export const graphNames = (ctx: MemberContext) => sql`
  select g.name || ' ' || ${labelsOf} as name
  from graphs g join documents d on d.organization_id = g.organization_id and d.id = g.logbook_id
  where g.organization_id = ${ctx.organization_id} and ${readable(ctx)}`
