import { sql } from 'kysely'
import type { DashboardEntry } from '#shared/contract/dashboard/endpoints'
import { limitOf } from '../../platform/cursor'
import type { DashboardSource } from '../../platform/dashboard'
import type { MemberContext } from '../../platform/request-context'
import type { Period } from './period'

/** The most branches, and other parents, whose course is returned. */
const most = { parents: sql.lit(6) }

/** Only what belongs to these branches, and with `orNone` also what belongs to none; null for everything. */
export type Scope = { branch_ids: readonly number[]; orNone: boolean } | null

const within = (scope: Scope) =>
  scope === null
    ? sql``
    : sql`and (r.branch_ids && ${scope.branch_ids}::bigint[]
        ${scope.orNone ? sql`or cardinality(r.branch_ids) = 0` : sql``})`

/** The branch that a row counts for: the first of those asked for. */
const branchOf = (scope: Scope) =>
  scope
    ? sql`(select b from unnest(r.branch_ids) b where b = any(${scope.branch_ids}::bigint[]) order by b limit 1)`
    : sql`r.branch_ids[1]`

/** A count of one part of the period, numbered from 1, of a branch or of a parent; 0 is the period before. */
export interface CountRow {
  by: 'branch' | 'parent'
  id: number | null
  name: string | null
  part: number
  count: number
}

export interface CountParams extends Period {
  starts: readonly string[]
  before: Period
  scope: Scope
}

/** Counts a number of a period: for each part by branch, and by the parents that have most. */
export async function countPeriod(
  ctx: MemberContext,
  source: DashboardSource,
  { to, starts, before, from, scope }: CountParams,
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    with counted as materialized (
      select r.part, r.branch_id, r.parent_id, max(r.detail) as name, count(*) as count from (
        select width_bucket(r.at, ${starts}::timestamptz[]) as part, ${branchOf(scope)} as branch_id,
          r.parent_id, r.detail
        from (${source.rows(ctx)}) r
        where r.at >= ${before.from}::timestamptz and r.at < ${to}::timestamptz
          and (r.at < ${before.to}::timestamptz or r.at >= ${from}::timestamptz) ${within(scope)}
      ) r group by r.part, r.branch_id, r.parent_id
    ), foremost as (
      select c.parent_id, max(c.name) as name from counted c where c.part > 0 and c.parent_id is not null
      group by c.parent_id order by sum(c.count) desc, c.parent_id limit ${most.parents}
    )
    select 'branch' as by, c.branch_id as id, null as name, c.part, sum(c.count)::bigint as count
    from counted c group by c.branch_id, c.part
    union all
    select 'parent', l.parent_id, l.name, c.part, sum(c.count)::bigint
    from foremost l join counted c on c.parent_id = l.parent_id and c.part > 0
    group by l.parent_id, l.name, c.part`.execute(ctx.tx)
  return rows
}

/** Entries listed at once beside their number. */
export const listedAtOnce = 6

/** What is the case now: how many there are, and the oldest of them. */
export async function countNow(
  ctx: MemberContext,
  source: DashboardSource,
  scope: Scope,
): Promise<(DashboardEntry & { total: number })[]> {
  const { rows } = await sql<DashboardEntry & { total: number }>`
    select r.id, r.at, r.title, r.detail, r.parent_id, count(*) over () as total
    from (${source.rows(ctx)}) r where true ${within(scope)}
    order by r.at, r.id limit ${sql.lit(listedAtOnce)}`.execute(ctx.tx)
  return rows
}

export interface EntryParams {
  period: Period | null
  scope: Scope
  parent_id: number | undefined
  after: { at: string; id: number } | undefined
  limit: number
}

/** What a number counts: of a period the newest first, of now the oldest first. */
export async function listEntries(
  ctx: MemberContext,
  source: DashboardSource,
  { period, scope, parent_id, after, limit }: EntryParams,
): Promise<DashboardEntry[]> {
  const order = period ? sql`desc` : sql`asc`
  const { rows } = await sql<DashboardEntry>`
    select r.id, r.at, r.title, r.detail, r.parent_id from (${source.rows(ctx)}) r
    where true ${within(scope)}
      ${period ? sql`and r.at >= ${period.from}::timestamptz and r.at < ${period.to}::timestamptz` : sql``}
      ${parent_id === undefined ? sql`` : sql`and r.parent_id = ${parent_id}::bigint`}
      ${after ? sql`and (r.at, r.id) ${period ? sql`<` : sql`>`} (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
    order by r.at ${order}, r.id ${order} limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows
}
