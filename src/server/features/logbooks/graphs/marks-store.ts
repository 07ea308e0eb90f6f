import { type RawBuilder, sql } from 'kysely'
import type { LabelAssignment, LogLabel } from '#shared/contract/graphs'
import type { MemberContext } from '../../../platform/request-context'

/**
 * The labels of a log `l` by graph and index, as JSON; null where it carries none. Which logbooks have graphs is asked once, so that
 * the logs of all others cost nothing.
 */
export const labelsJson = (ctx: MemberContext) => sql<LogLabel[] | null>`
  case when l.doc_id = any(array(select g.logbook_id from graphs g where g.organization_id = ${ctx.organization_id})) then (
    select json_agg(json_build_object('graph_id', m.graph_id, 'label', m.label, 'text', (
      select t.text from graph_labels t
      where t.organization_id = m.organization_id and t.graph_id = m.graph_id and t.label = m.label
    )) order by m.graph_id, m.label)
    from log_labels m where m.organization_id = l.organization_id and m.log_id = l.id
  ) end`

const graphIds = (marks: readonly LabelAssignment[]) => sql`${marks.map(mark => mark.graph_id)}::bigint[]`
const indexes = (marks: readonly LabelAssignment[]) => sql`${marks.map(mark => mark.label)}::smallint[]`

/**
 * Puts labels on a log and answers those of them that its logbook has, by graph and index. These are held until the call ends, so
 * that none is removed behind its back.
 */
export async function insertMarks(
  ctx: MemberContext,
  { doc_id, log_id, created_at }: { doc_id: number; log_id: number; created_at: string },
  marks: readonly LabelAssignment[],
): Promise<LogLabel[]> {
  const { rows } = await sql<LogLabel>`
    with held as (
      select t.graph_id, t.label, t.text
      from unnest(${graphIds(marks)}, ${indexes(marks)}) as asked (graph_id, label)
      join graphs g on g.organization_id = ${ctx.organization_id} and g.id = asked.graph_id and g.logbook_id = ${doc_id}
      join graph_labels t on t.organization_id = g.organization_id and t.graph_id = g.id and t.label = asked.label
      order by t.graph_id, t.label for key share of t
    ), put as (
      insert into log_labels (organization_id, log_id, graph_id, label, created_at)
      select ${ctx.organization_id}::bigint, ${log_id}::bigint, held.graph_id, held.label, ${created_at}::timestamptz from held
      on conflict do nothing
    )
    select graph_id, label, text from held order by graph_id, label`.execute(ctx.tx)
  return rows
}

/** Takes all labels of a graph off a log but these. */
export async function keepMarks(
  ctx: MemberContext,
  { log_id, graph_id }: { log_id: number; graph_id: number },
  labels: readonly number[],
): Promise<void> {
  await sql`
    delete from log_labels m
    where m.organization_id = ${ctx.organization_id} and m.log_id = ${log_id} and m.graph_id = ${graph_id}
      and m.label <> all(${labels}::smallint[])`.execute(ctx.tx)
}

export interface MarkedLog {
  created_by: number | null
  created_at: string
}

/** A log of a document, held until the call ends, so that changes of its labels come one after the other. */
export async function lockLog(ctx: MemberContext, doc_id: number, log_id: number): Promise<MarkedLog | undefined> {
  const { rows } = await sql<MarkedLog>`
    select l.created_by, l.created_at from logs l
    where l.organization_id = ${ctx.organization_id} and l.doc_id = ${doc_id} and l.id = ${log_id}
    for no key update`.execute(ctx.tx)
  return rows[0]
}

/** The labels of a log, by graph and index. */
export async function marksOf(ctx: MemberContext, log_id: number): Promise<LogLabel[]> {
  const { rows } = await sql<{ labels: LogLabel[] | null }>`
    select ${labelsJson(ctx)} as labels from logs l where l.organization_id = ${ctx.organization_id} and l.id = ${log_id}`.execute(
    ctx.tx,
  )
  return rows[0]?.labels ?? []
}

/** Which logs are walked for their labels, and how far. */
interface Walk {
  /** Any of these. */
  labels: readonly LabelAssignment[]
  /** Which graphs `g` count, as the joins and conditions that say so. */
  graphs: RawBuilder<unknown>
  /** Which logs `l` with a label `m` count. Bounds in time are said of `m.created_at` and `m.log_id`, which the walk follows. */
  logs: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  limit: RawBuilder<number>
}

/**
 * The logs that come first of those that carry one of some labels, as a table. Each label's are walked by themselves in the order
 * of time, as far as the limit: however many logs there are, only those are touched.
 */
export function labelled(ctx: MemberContext, { labels, graphs, logs, direction, limit }: Walk): RawBuilder<unknown> {
  return sql`(
    select distinct on (hit.created_at, hit.id) hit.*
    from unnest(${graphIds(labels)}, ${indexes(labels)}) as asked (graph_id, label)
    join graphs g on g.organization_id = ${ctx.organization_id} and g.id = asked.graph_id ${graphs}
    cross join lateral (
      select l.* from log_labels m join logs l on l.id = m.log_id
      where m.organization_id = ${ctx.organization_id} and m.graph_id = asked.graph_id and m.label = asked.label and ${logs}
      order by m.created_at ${direction}, m.log_id ${direction} limit ${limit}
    ) hit
    order by hit.created_at ${direction}, hit.id ${direction} limit ${limit}
  )`
}
