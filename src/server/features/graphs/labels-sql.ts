import { type RawBuilder, sql } from 'kysely'
import type { LabelAssignment, LogLabel } from '#shared/contract/graphs/label'
import type { MemberContext } from '../../platform/request-context'

/**
 * The labels of a log `l` by graph and index, as JSON; null if it carries none. The logbooks with graphs are queried
 * once, so that logs of all other logbooks cost nothing.
 */
export const labelsJson = (ctx: Pick<MemberContext, 'organization_id'>) => sql<LogLabel[] | null>`
  case when l.doc_id = any(array(select g.logbook_id from graphs g where g.organization_id = ${ctx.organization_id})) then (
    select json_agg(json_build_object('graph_id', m.graph_id, 'label', m.label, 'text', (
      select t.text from graph_labels t
      where t.organization_id = m.organization_id and t.graph_id = m.graph_id and t.label = m.label
    )) order by m.graph_id, m.label)
    from log_labels m where m.organization_id = l.organization_id and m.log_id = l.id
  ) end`

/** Whether Mate labels the logs that people write into a logbook. */
export const isLabelledByMate = (
  ctx: Pick<MemberContext, 'organization_id'>,
  logbook_id: number,
) => sql<boolean>`exists (
  select from graphs g
  where g.organization_id = ${ctx.organization_id} and g.logbook_id = ${logbook_id} and g.mate_labels <> 'off'
)`

export const graphIds = (marks: readonly LabelAssignment[]) => sql`${marks.map(mark => mark.graph_id)}::bigint[]`
export const indexes = (marks: readonly LabelAssignment[]) => sql`${marks.map(mark => mark.label)}::smallint[]`

/** Which logs are read by their labels, and how many. */
interface LabelScan {
  /** Logs with any of these. */
  labels: readonly LabelAssignment[]
  /** Which graphs `g` count, as joins and conditions. */
  graphs: RawBuilder<unknown>
  /**
   * Which logs `l` with a label `m` count. Bounds in time must refer to `m.created_at` and `m.log_id`, the order of the
   * index.
   */
  logs: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  limit: RawBuilder<number>
}

/**
 * The first logs that carry one of some labels, as a table. The logs of each label are read separately in the order of
 * time, up to the limit, so that no others are touched however many logs there are.
 */
export function labelled(
  ctx: MemberContext,
  { labels, graphs, logs, direction, limit }: LabelScan,
): RawBuilder<unknown> {
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
