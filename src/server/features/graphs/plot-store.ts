import { sql } from 'kysely'
import type { PlotEntry } from '#shared/contract/graphs/endpoints'
import type { MemberContext } from '../../platform/request-context'

/** Every label that a graph can have, listed so that each is read in the order of time. */
const everyLabel = sql`unnest(array[0, 1, 2, 3, 4]::smallint[]) as has (label)`

/** When the newest labelled log of a graph was written; null if there is none. */
export async function newestLabelledAt(ctx: MemberContext, graph_id: number): Promise<string | null> {
  const { rows } = await sql<{ newest: string | null }>`
    select max(hit.created_at) as newest from ${everyLabel} cross join lateral (
      select m.created_at from log_labels m
      where m.organization_id = ${ctx.organization_id} and m.graph_id = ${graph_id} and m.label = has.label
      order by m.created_at desc limit 1
    ) hit`.execute(ctx.tx)
  return rows[0]?.newest ?? null
}

interface Count {
  /** The index of the interval, from 1. */
  bucket: number
  label: number
  logs: number
}

/**
 * The number of logs for each label in each interval of these ordered instants; intervals without logs are left out.
 */
export async function countBetween(
  ctx: Pick<MemberContext, 'tx' | 'organization_id'>,
  graph_id: number,
  boundaries: readonly string[],
): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select width_bucket(m.created_at, ${boundaries}::timestamptz[]) as bucket, m.label, count(*) as logs
    from log_labels m where ${within(ctx, graph_id, boundaries)}
    group by bucket, m.label`.execute(ctx.tx)
  return rows
}

/** The number of logs that carry any label. */
export async function countLabelled(
  ctx: MemberContext,
  graph_id: number,
  boundaries: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select distinct m.log_id from log_labels m where ${within(ctx, graph_id, boundaries)}) m`.execute(
    ctx.tx,
  )
  return rows[0]?.found ?? 0
}

function within(ctx: Pick<MemberContext, 'organization_id'>, graph_id: number, boundaries: readonly string[]) {
  return sql`m.organization_id = ${ctx.organization_id} and m.graph_id = ${graph_id} and m.label = any(array[0, 1, 2, 3, 4]::smallint[])
    and m.created_at >= ${boundaries.at(0)}::timestamptz and m.created_at < ${boundaries.at(-1)}::timestamptz`
}

/** The newest logs that carry any label, newest first. */
export async function newestLabelled(
  ctx: MemberContext,
  graph_id: number,
  boundaries: readonly string[],
  limit: number,
): Promise<Omit<PlotEntry, 'message_id'>[]> {
  const { rows } = await sql<Omit<PlotEntry, 'message_id'>>`
    select hit.log_id, l.title, hit.labels, hit.created_at from (
      select m.log_id, m.created_at, array_agg(m.label order by m.label)::bigint[] as labels
      from ${everyLabel} cross join lateral (
        select m.log_id, m.created_at, m.label from log_labels m
        where m.organization_id = ${ctx.organization_id} and m.graph_id = ${graph_id} and m.label = has.label
          and m.created_at >= ${boundaries.at(0)}::timestamptz and m.created_at < ${boundaries.at(-1)}::timestamptz
        order by m.created_at desc, m.log_id desc limit ${sql.lit(limit)}
      ) m
      group by m.created_at, m.log_id
      order by m.created_at desc, m.log_id desc limit ${sql.lit(limit)}
    ) hit
    join logs l on l.organization_id = ${ctx.organization_id} and l.id = hit.log_id
    order by hit.created_at desc, hit.log_id desc`.execute(ctx.tx)
  return rows
}
