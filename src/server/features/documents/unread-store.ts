import { sql } from 'kysely'
import type { DocumentType } from '#shared/contract/documents/endpoints'
import { day } from '#shared/limits'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { readable } from '../access/document-sql'
import { own } from './pinned-and-recent-store'

/** Older writes no longer count as new. */
const unreadPeriod = 30 * day

/** Documents `d` that somebody else wrote in since the caller last opened them or joined, with their last writes `w`. */
const unread = (ctx: MemberContext) => sql`last_writes w
  join memberships m on m.organization_id = w.organization_id and m.user_id = ${ctx.caller.user_id}
  join documents d on d.organization_id = w.organization_id and d.id = w.doc_id and ${readable(ctx)}
  left join ${own(ctx)} on s.doc_id = w.doc_id
  where w.organization_id = ${ctx.organization_id}
    and w.written_at > ${new Date(Date.parse(ctx.now) - unreadPeriod).toISOString()}::timestamptz
    and w.written_by is distinct from ${ctx.caller.user_id} and w.written_at > coalesce(s.opened_at, m.joined_at)`

/** Their ids, last written first. */
export async function unreadDocuments(ctx: MemberContext, limit: number): Promise<number[]> {
  const { rows } = await sql<{ doc_id: number }>`
    select w.doc_id from ${unread(ctx)} order by w.written_at desc, w.doc_id desc limit ${sql.lit(limit)}`.execute(
    ctx.tx,
  )
  return rows.map(row => row.doc_id)
}

export interface UnreadRow {
  doc_id: number
  doc_name: string
  document_type: DocumentType
  /** What was written after this instant is new. */
  since: string
  written_at: string
  /** Null for a job. */
  writer: PersonRow | null
}

/** The same with their names, and since when something is new in each. */
export async function unreadParts(ctx: MemberContext, limit: number): Promise<UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    select u.*, (select ${personJson('p')} from users p where p.id = u.written_by) as writer from (
      select w.doc_id, d.name as doc_name, d.type as document_type, coalesce(s.opened_at, m.joined_at) as since,
        w.written_at, w.written_by
      from ${unread(ctx)} order by w.written_at desc, w.doc_id desc limit ${sql.lit(limit)}
    ) u
    order by u.written_at desc, u.doc_id desc`.execute(ctx.tx)
  return rows
}
