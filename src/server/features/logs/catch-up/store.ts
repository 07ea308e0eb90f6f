import { sql } from 'kysely'
import type { MemberContext } from '../../../platform/request-context'
import { type LogRow, logColumns, writers } from '../logs-store'

/**
 * The newest logs by others in each document since an instant of its own, newest first, each with the number of all of
 * them there, which is not counted beyond a limit. Does not check whether the caller may read the documents.
 */
export async function newLogs(
  ctx: MemberContext,
  parts: readonly { doc_id: number; since: string }[],
  limits: { logs: number; count: number },
): Promise<(LogRow & { count: number })[]> {
  const { rows } = await sql<LogRow & { count: number }>`
    select ${logColumns(ctx)}, l.count
    from unnest(${parts.map(part => part.doc_id)}::bigint[], ${parts.map(part => part.since)}::timestamptz[])
      as part (doc_id, since)
    cross join lateral (
      select n.*, count(*) over () as count from (
        select l.* from logs l
        where l.organization_id = ${ctx.organization_id} and l.doc_id = part.doc_id and l.created_at > part.since
          and l.created_by is distinct from ${ctx.caller.user_id}
        order by l.created_at desc, l.id desc limit ${sql.lit(limits.count + 1)}
      ) n
      order by n.created_at desc, n.id desc limit ${sql.lit(limits.logs)}
    ) l
    ${writers}
    order by l.created_at desc, l.id desc`.execute(ctx.tx)
  return rows
}
