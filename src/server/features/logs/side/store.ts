import { sql } from 'kysely'
import type { LogDay } from '#shared/contract/logs/side'
import type { PersonRow } from '../../../platform/people/person-columns'
import { personJson } from '../../../platform/people/person-json'
import type { MemberContext } from '../../../platform/request-context'

interface DayRow {
  log_count: number
  labels: LogDay['labels']
  writers: { writer: PersonRow | null; count: number }[]
}

/**
 * Counts labels and writers of a document's logs from one instant until just before another. Reads only these logs and
 * their labels. Does not check whether the caller may read.
 */
export async function countDay(
  ctx: MemberContext,
  doc_id: number,
  { from, to }: { from: string; to: string },
): Promise<DayRow> {
  const { rows } = await sql<DayRow>`
    with wrote as materialized (
      select l.created_by, count(*) as count from logs l
      where l.organization_id = ${ctx.organization_id} and l.doc_id = ${doc_id}
        and l.created_at >= ${from}::timestamptz and l.created_at < ${to}::timestamptz
      group by l.created_by
    ), carried as (
      select g.is_pinned, lower(g.name) as name, t.graph_id, t.label, t.text, m.count
      from graphs g
      join graph_labels t on t.organization_id = g.organization_id and t.graph_id = g.id
      cross join lateral (
        select count(*) as count from log_labels m
        where m.organization_id = ${ctx.organization_id} and m.graph_id = t.graph_id and m.label = t.label
          and m.created_at >= ${from}::timestamptz and m.created_at < ${to}::timestamptz
      ) m
      where g.organization_id = ${ctx.organization_id} and g.logbook_id = ${doc_id} and m.count > 0
    )
    select
      (select coalesce(sum(wrote.count), 0)::bigint from wrote) as log_count,
      (
        select coalesce(json_agg(json_build_object('graph_id', c.graph_id, 'label', c.label, 'text', c.text, 'count', c.count)
          order by c.is_pinned desc, c.name, c.graph_id, c.label), '[]')
        from carried c
      ) as labels,
      (
        select coalesce(json_agg(json_build_object('writer', ${personJson('u')}, 'count', wrote.count)
          order by wrote.count desc, lower(u.displayname) nulls last, u.id), '[]')
        from wrote left join users u on u.id = wrote.created_by
      ) as writers`.execute(ctx.tx)
  return rows[0] ?? { log_count: 0, labels: [], writers: [] }
}
