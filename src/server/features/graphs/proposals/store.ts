import { sql } from 'kysely'
import type { Graph } from '#shared/contract/graphs/endpoints'
import type { LabelAssignment, LogLabel } from '#shared/contract/graphs/label'
import type { MemberContext } from '../../../platform/request-context'
import { graphIds, indexes } from '../labels-sql'

type In = Pick<MemberContext, 'tx' | 'organization_id'>

/** A label that Mate may choose. */
export interface OfferedLabel extends LogLabel {
  graph: string
  mate_labels: Exclude<Graph['mate_labels'], 'off'>
}

export interface UnlabelledLog {
  doc_id: number
  title: string
  content: string
  created_at: string
  created_by: number | null
  offered: OfferedLabel[]
}

/** A log with the labels that Mate may choose for it, of graphs of which it carries none yet. */
export async function findUnlabelled({ tx, organization_id }: In, log_id: number): Promise<UnlabelledLog | undefined> {
  const { rows } = await sql<UnlabelledLog>`
    select l.doc_id, l.title, l.content, l.created_at, l.created_by, (
      select coalesce(json_agg(json_build_object(
        'graph_id', t.graph_id, 'label', t.label, 'text', t.text, 'graph', g.name, 'mate_labels', g.mate_labels
      ) order by t.graph_id, t.label), '[]')
      from graphs g join graph_labels t on t.organization_id = g.organization_id and t.graph_id = g.id
      where g.organization_id = l.organization_id and g.logbook_id = l.doc_id and g.mate_labels <> 'off'
        and not exists (
          select from log_labels m
          where m.organization_id = l.organization_id and m.log_id = l.id and m.graph_id = g.id
        )
    ) as offered
    from logs l where l.organization_id = ${organization_id} and l.id = ${log_id}`.execute(tx)
  return rows[0]
}

export async function insertProposals(
  { tx, organization_id }: In,
  log_id: number,
  labels: readonly LabelAssignment[],
): Promise<void> {
  await sql`
    insert into label_proposals (organization_id, log_id, graph_id, label)
    select ${organization_id}::bigint, ${log_id}::bigint, graph_id, label
    from unnest(${graphIds(labels)}, ${indexes(labels)}) as t (graph_id, label)
    on conflict do nothing`.execute(tx)
}

/** What is proposed for the newest logs of a logbook, the newest log first. */
export async function proposalsOf(
  { tx, organization_id }: In,
  logbook_id: number,
  limit: number,
): Promise<{ log_id: number; labels: LogLabel[] }[]> {
  const { rows } = await sql<{ log_id: number; labels: LogLabel[] }>`
    select p.log_id, ${proposed} as labels
    from graphs g
    join label_proposals p on p.organization_id = g.organization_id and p.graph_id = g.id
    join graph_labels t on t.organization_id = p.organization_id and t.graph_id = p.graph_id and t.label = p.label
    where g.organization_id = ${organization_id} and g.logbook_id = ${logbook_id}
    group by p.log_id order by p.log_id desc limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

const proposed = sql`json_agg(json_build_object('graph_id', p.graph_id, 'label', p.label, 'text', t.text)
  order by p.graph_id, p.label)`

export async function proposalsFor({ tx, organization_id }: In, log_id: number): Promise<LogLabel[]> {
  const { rows } = await sql<{ labels: LogLabel[] | null }>`
    select ${proposed} as labels from label_proposals p
    join graph_labels t on t.organization_id = p.organization_id and t.graph_id = p.graph_id and t.label = p.label
    where p.organization_id = ${organization_id} and p.log_id = ${log_id}`.execute(tx)
  return rows[0]?.labels ?? []
}

/** Removes what is proposed for a log of a graph: one label, or all. Returns how many there were. */
export async function deleteProposals(
  { tx, organization_id }: In,
  { log_id, graph_id, label = null }: { log_id: number; graph_id: number; label?: number | null },
): Promise<number> {
  const { rows } = await sql`
    delete from label_proposals where organization_id = ${organization_id} and log_id = ${log_id}
      and graph_id = ${graph_id} and (${label}::smallint is null or label = ${label}::smallint)
    returning 1`.execute(tx)
  return rows.length
}
