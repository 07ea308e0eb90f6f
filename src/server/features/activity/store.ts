import { sql } from 'kysely'
import { type ActivityKind, countedAtMost } from '#shared/contract/activity/endpoints'
import type { ActivityParams, ActivitySource } from '../../platform/activity'
import { limitOf } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'

/** A position in the feed: what has the same time is ordered by its source, then the newest id. */
export interface Place {
  at: string
  source: string
  id: number
}

interface PageParams extends Omit<ActivityParams, 'behind'> {
  behind: Place | undefined
  offset: number
}

/** Where a source continues: what has the same time is behind the position if its name is. */
function behindIn(name: string, { at, source, id }: Place) {
  if (name === source) return { at, id }
  return { at, id: name > source ? Number.MAX_SAFE_INTEGER : 0 }
}

/** Limits as few different texts, because PostgreSQL plans for each. */
function roundedUp(limit: number): number {
  let step = 128
  while (step < limit) step *= 2
  return step
}

/** The places of a page over all sources, in one query. Each source reads no more than the page could show. */
export async function findPlaces(
  ctx: MemberContext,
  sources: readonly ActivitySource[],
  { behind, offset, limit, ...filter }: PageParams,
): Promise<Place[]> {
  const each = offset === 0 ? limit : roundedUp(offset + limit)
  const parts = sources.map(source => {
    const params = { ...filter, behind: behind && behindIn(source.name, behind), limit: each }
    return sql`select p.at, ${sql.lit(source.name)} as source, p.id from (${source.places(ctx, params)}) p`
  })
  const { rows } = await sql<Place>`
    select p.at, p.source, p.id from (${sql.join(parts, sql` union all `)}) p
    order by p.at desc, p.source collate "C", p.id desc limit ${limitOf(limit)} offset ${offset}`.execute(ctx.tx)
  return rows.slice(0, limit)
}

/** What is counted: kinds in an hour of the caller’s zone, and who did it in which branches. */
interface CountRow {
  kind: ActivityKind
  hour: string
  by_user_id: number | null
  branch_ids: (number | null)[] | null
  count: number
}

/** How much happened, by kind, hour, person and branches. */
export async function countDay(
  ctx: MemberContext,
  sources: readonly ActivitySource[],
  filter: Omit<ActivityParams, 'behind' | 'limit'>,
): Promise<CountRow[]> {
  const parts = sources.map(
    source =>
      sql`select ${sql.lit(source.kind)} as kind, p.at, p.by_user_id, p.branch_ids
        from (${source.places(ctx, { ...filter, limit: countedAtMost })}) p`,
  )
  const { rows } = await sql<CountRow>`
    select p.kind, date_trunc('hour', p.at, ${ctx.caller.timezone}) as hour, p.by_user_id, p.branch_ids, count(*) as count
    from (${sql.join(parts, sql` union all `)}) p group by 1, 2, 3, 4`.execute(ctx.tx)
  return rows
}
