import { sql } from 'kysely'
import type { MemberScene } from '../../platform/scene'
import { readable } from './access-store'
import { own } from './shelf-store'

/** Documents that somebody else wrote in since the caller opened them last, or joined, last written first. */
export async function unreadDocuments(
  at: MemberScene,
  { since, limit }: { since: string; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ doc_id: number }>`
    select w.doc_id from last_writes w
    join memberships m on m.organization_id = w.organization_id and m.user_id = ${at.caller.user_id}
    left join ${own(at)} on s.doc_id = w.doc_id
    where w.organization_id = ${at.organization_id} and w.written_at > ${since}::timestamptz
      and w.written_by is distinct from ${at.caller.user_id} and w.written_at > coalesce(s.opened_at, m.joined_at)
      and exists (select from documents d where d.id = w.doc_id and ${readable(at)})
    order by w.written_at desc, w.doc_id desc limit ${sql.lit(limit)}`.execute(at.tx)
  return rows.map(row => row.doc_id)
}
