import { sql } from 'kysely'
import type { Source } from '#shared/contract/sources/endpoints'
import type { MemberContext } from '../../platform/request-context'
import { type FrameRow, unexpiredOf } from './frames-store'

interface Range {
  from: string
  to: string
}

const columns = sql`f.id, f.source_kind, f.source_id, f.taken_at, f.object_key, f.kept`

/**
 * Pictures of a range, oldest first: all if they are at most `most`, else the first one of each of that many equal
 * parts of the time between the first and the last picture. The service checks whether the caller may see the source.
 */
export async function spreadFrames(
  ctx: MemberContext,
  source: Source,
  { from, to, most }: Range & { most: number },
): Promise<{ rows: FrameRow[]; isWhole: boolean }> {
  const inRange = sql`${unexpiredOf(ctx, source)} and f.taken_at >= ${from}::timestamptz and f.taken_at < ${to}::timestamptz`
  const { rows: first } = await sql<FrameRow>`
    select ${columns} from frames f where ${inRange} order by f.taken_at, f.id limit ${sql.lit(most + 1)}`.execute(
    ctx.tx,
  )
  if (first.length <= most) return { rows: first, isWhole: true }
  const { rows: last } = await sql<FrameRow>`
    select ${columns} from frames f where ${inRange} order by f.taken_at desc, f.id desc limit 1`.execute(ctx.tx)
  const [begin, end] = [first[0], last[0]].map(row => Date.parse(row?.taken_at ?? from)) as [number, number]
  const borders = Array.from({ length: most + 1 }, (_, part) =>
    new Date(Math.round(begin + ((end + 1 - begin) * part) / most)).toISOString(),
  )
  const { rows } = await sql<FrameRow>`
    select f.* from unnest(${borders.slice(0, -1)}::timestamptz[], ${borders.slice(1)}::timestamptz[]) as part (begins, ends)
    cross join lateral (
      select ${columns} from frames f
      where ${unexpiredOf(ctx, source)} and f.taken_at >= part.begins and f.taken_at < part.ends
      order by f.taken_at, f.id limit 1
    ) f order by f.taken_at, f.id`.execute(ctx.tx)
  return { rows, isWhole: false }
}

/** The picture right before or after a place in time; of an instant, or of a picture if its id is given. */
export async function neighbourOf(
  ctx: MemberContext,
  source: Source,
  { at, id, direction }: { at: string; id?: string | undefined; direction: 'before' | 'after' | 'until' },
): Promise<FrameRow | undefined> {
  const sign = sql.raw(direction === 'after' ? '>' : direction === 'until' ? '<=' : '<')
  const order = sql.raw(direction === 'after' ? '' : 'desc')
  const place =
    id === undefined
      ? sql`f.taken_at ${sign} ${at}::timestamptz`
      : sql`(f.taken_at, f.id) ${sign} (${at}::timestamptz, ${id}::uuid)`
  const { rows } = await sql<FrameRow>`
    select ${columns} from frames f where ${unexpiredOf(ctx, source)} and ${place}
    order by f.taken_at ${order}, f.id ${order} limit 1`.execute(ctx.tx)
  return rows[0]
}

/** Which of these spans of time have pictures of the source, by their names. One look into the index for each. */
export async function spansWithFrames(
  ctx: MemberContext,
  source: Source,
  spans: readonly (Range & { name: string })[],
): Promise<string[]> {
  const column = (of: 'name' | 'from' | 'to') => spans.map(span => span[of])
  const { rows } = await sql<{ name: string }>`
    select s.name
    from unnest(${column('name')}::text[], ${column('from')}::timestamptz[], ${column('to')}::timestamptz[])
      as s (name, begins, ends)
    -- With exists, PostgreSQL would compare every picture with every span.
    cross join lateral (
      select from frames f where ${unexpiredOf(ctx, source)} and f.taken_at >= s.begins and f.taken_at < s.ends
      order by f.taken_at, f.id limit 1
    ) f order by s.begins`.execute(ctx.tx)
  return rows.map(row => row.name)
}
