import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import { readable } from '../access/document-sql'
import { own } from './pinned-and-recent-store'

/** Documents that somebody else wrote in since the caller last opened them or joined, last written first. */
export async function unreadDocuments(
  ctx: MemberContext,
  { since, limit }: { since: string; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ doc_id: number }>`
    select w.doc_id from last_writes w
    join memberships m on m.organization_id = w.organization_id and m.user_id = ${ctx.caller.user_id}
    left join ${own(ctx)} on s.doc_id = w.doc_id
    where w.organization_id = ${ctx.organization_id} and w.written_at > ${since}::timestamptz
      and w.written_by is distinct from ${ctx.caller.user_id} and w.written_at > coalesce(s.opened_at, m.joined_at)
      and exists (select from documents d where d.id = w.doc_id and ${readable(ctx)})
    order by w.written_at desc, w.doc_id desc limit ${sql.lit(limit)}`.execute(ctx.tx)
  return rows.map(row => row.doc_id)
}
