import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import { readable } from '../access/document-sql'
import { documentsOf, matching, type Search, withDocuments, withLabels } from './search-store'

export type GroupBy = 'person' | 'logbook' | 'day' | 'label'

/** Logs with something in common. */
export interface LogGroup {
  /** The id of the person, the logbook or, for a label, its graph; null for Mate and for days. */
  id: number | null
  /** Null for Mate; for a day, `2026-11-20`. */
  name: string | null
  /** The logbook of a label. */
  doc_id: number | null
  logs: number
}

const groups = {
  person: { id: sql`l.created_by`, name: sql`u.displayname`, joins: sql`left join users u on u.id = l.created_by` },
  logbook: { id: sql`d.id`, name: sql`d.name`, joins: sql`` },
  label: {
    id: sql`t.graph_id`,
    name: sql`t.text`,
    joins: sql`
      join log_labels m on m.organization_id = l.organization_id and m.log_id = l.id
      join graph_labels t on t.organization_id = m.organization_id and t.graph_id = m.graph_id and t.label = m.label`,
  },
}

/** The number of matching logs that the caller may read. */
export async function countLogs(ctx: MemberContext, search: Search): Promise<number> {
  const documents = await documentsOf(ctx, search)
  if (documents?.length === 0) return 0
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from ${withDocuments}
    where ${matching(ctx, search, documents)} and ${readable(ctx)} ${withLabels(ctx, search)}`.execute(ctx.tx)
  return rows[0]?.found ?? 0
}

/**
 * The same by person, logbook, day of the caller's zone, or label, at most `limit` groups, those with the most or the
 * fewest logs first. Groups without logs are left out; a log with two labels counts for both.
 */
export async function countLogsBy(
  ctx: MemberContext,
  search: Search,
  { by, order, limit }: { by: GroupBy; order: 'most' | 'fewest'; limit: number },
): Promise<LogGroup[]> {
  const documents = await documentsOf(ctx, search)
  if (documents?.length === 0) return []
  const day = sql`to_char(l.created_at at time zone ${ctx.caller.timezone}, 'YYYY-MM-DD')`
  const { id, name, joins } = by === 'day' ? { id: sql`null::bigint`, name: day, joins: sql`` } : groups[by]
  const { rows } = await sql<LogGroup>`
    select id, name, doc_id, count(*) as logs from (
      select ${id} as id, ${name} as name, ${by === 'label' ? sql`l.doc_id` : sql`null::bigint`} as doc_id
      from ${withDocuments} ${joins}
      where ${matching(ctx, search, documents)} and ${readable(ctx)} ${withLabels(ctx, search)}
    ) found
    group by id, name, doc_id
    order by logs ${order === 'most' ? sql`desc` : sql`asc`}, name desc nulls last, id limit ${sql.lit(limit)}`.execute(
    ctx.tx,
  )
  return rows
}
