import { sql } from 'kysely'
import type { LabelAssignment, LogLabel } from '#shared/contract/graphs/label'
import type { MemberContext } from '../../platform/request-context'
import { graphIds, indexes, labelsJson } from './labels-sql'

/**
 * Adds labels to a log and returns those that its logbook has, by graph and index. They are locked until the call ends,
 * so that none can be removed meanwhile.
 */
export async function insertAssignments(
  ctx: Pick<MemberContext, 'tx' | 'organization_id'>,
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

/** Removes all labels of a graph from a log except these. */
export async function deleteOtherAssignments(
  ctx: MemberContext,
  { log_id, graph_id }: { log_id: number; graph_id: number },
  labels: readonly number[],
): Promise<void> {
  await sql`
    delete from log_labels m
    where m.organization_id = ${ctx.organization_id} and m.log_id = ${log_id} and m.graph_id = ${graph_id}
      and m.label <> all(${labels}::smallint[])`.execute(ctx.tx)
}

export interface LockedLog {
  created_by: number | null
  created_at: string
}

/** A log of a document, locked until the call ends, so that changes of its labels happen one after the other. */
export async function lockLog(ctx: MemberContext, doc_id: number, log_id: number): Promise<LockedLog | undefined> {
  const { rows } = await sql<LockedLog>`
    select l.created_by, l.created_at from logs l
    where l.organization_id = ${ctx.organization_id} and l.doc_id = ${doc_id} and l.id = ${log_id}
    for no key update`.execute(ctx.tx)
  return rows[0]
}

/** The labels of a log, by graph and index. */
export async function labelsOfLog(
  ctx: Pick<MemberContext, 'tx' | 'organization_id'>,
  log_id: number,
): Promise<LogLabel[]> {
  const { rows } = await sql<{ labels: LogLabel[] | null }>`
    select ${labelsJson(ctx)} as labels from logs l where l.organization_id = ${ctx.organization_id} and l.id = ${log_id}`.execute(
    ctx.tx,
  )
  return rows[0]?.labels ?? []
}
