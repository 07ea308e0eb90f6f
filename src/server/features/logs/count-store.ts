import { type RawBuilder, sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import { readable } from '../access/document-sql'
import { documentsOf, matching, type Search, withLabels } from './search-store'

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

interface Ranking {
  order: 'most' | 'fewest'
  limit: number
}

/** What the logs of a group have in common. */
const keys = {
  person: () => sql`l.created_by`,
  logbook: () => sql`l.doc_id`,
  day: ({ caller }: MemberContext) => sql`(l.created_at at time zone ${caller.timezone})::date`,
}

/** The id and the name of a {@link LogGroup} of counts `c` with a key. */
const names = {
  person: sql`c.key as id, (select u.displayname from users u where u.id = c.key) as name`,
  logbook: sql`c.key as id, d.name`,
  day: sql`null::bigint as id, to_char(c.key, 'YYYY-MM-DD') as name`,
}

const direction = { most: sql`desc`, fewest: sql`asc` }

/**
 * The numbers of matching logs by document and key, `c`, joined with the documents `d` that the caller may read. Logs are
 * counted before the join, because joining each of them takes longer than counting.
 */
function counted(
  ctx: MemberContext,
  search: Search,
  documents: readonly number[] | null,
  { key = sql`null`, joins = sql`` }: { key?: RawBuilder<unknown>; joins?: RawBuilder<unknown> },
) {
  return sql`(
    select l.doc_id, ${key} as key, count(*) as logs from logs l ${joins}
    where ${matching(ctx, search, documents)} ${withLabels(ctx, search)}
    group by 1, 2
  ) c join documents d on d.organization_id = ${ctx.organization_id} and d.id = c.doc_id and ${readable(ctx)}`
}

/** The number of matching logs that the caller may read. */
export async function countLogs(ctx: MemberContext, search: Search): Promise<number> {
  const documents = await documentsOf(ctx, search)
  if (documents?.length === 0) return 0
  const { rows } = await sql<{ found: number }>`
    select coalesce(sum(c.logs), 0)::bigint as found from ${counted(ctx, search, documents, {})}`.execute(ctx.tx)
  return rows[0]?.found ?? 0
}

/**
 * The same by person, logbook, day of the caller's zone, or label, at most `limit` groups, those with the most or the
 * fewest logs first. Groups without logs are left out; a log with two labels counts for both. `total` adds up all groups,
 * also those beyond the limit.
 */
export async function countLogsBy(
  ctx: MemberContext,
  search: Search,
  { by, order, limit }: Ranking & { by: GroupBy },
): Promise<{ groups: LogGroup[]; total: number }> {
  const documents = await documentsOf(ctx, search)
  if (documents?.length === 0) return { groups: [], total: 0 }
  const groups =
    by === 'label'
      ? labelGroups(
          ctx,
          counted(ctx, search, documents, { key: sql`array[m.graph_id, m.label]`, joins: withAssignments }),
        )
      : sql`
          select ${names[by]}, null::bigint as doc_id, c.logs
          from ${counted(ctx, search, documents, { key: keys[by](ctx) })}`
  const { rows } = await sql<LogGroup & { total: number }>`
    select id, name, doc_id, sum(logs)::bigint as logs, (sum(sum(logs)) over ())::bigint as total from (${groups}) named
    group by id, name, doc_id
    order by 4 ${direction[order]}, name desc nulls last, id limit ${sql.lit(limit)}`.execute(ctx.tx)
  return { groups: rows.map(({ total: _, ...group }) => group), total: rows[0]?.total ?? 0 }
}

const withAssignments = sql`join log_labels m on m.organization_id = l.organization_id and m.log_id = l.id`

const labelGroups = (ctx: MemberContext, counts: RawBuilder<unknown>) => sql`
  select t.graph_id as id, t.text as name, c.doc_id, c.logs from ${counts}
  join graph_labels t on t.organization_id = ${ctx.organization_id} and t.graph_id = c.key[1] and t.label = c.key[2]`
