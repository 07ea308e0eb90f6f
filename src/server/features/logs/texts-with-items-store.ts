import { sql } from 'kysely'
import type { DocumentType } from '#shared/contract/documents/endpoints'
import { limitOf } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import { readable, rights } from '../access/document-sql'

/** The position of a text in a list: its time, its document, and its log or 0. */
export interface TextPlace {
  at: string
  doc_id: number
  log_id: number
}

export interface TextRow extends TextPlace {
  document_name: string
  document_type: DocumentType
  /** Of the log; empty for other texts. */
  title: string
  content: string
  /** Whether the caller may change the text. */
  is_editable: boolean
}

/**
 * Texts of pages, summaries and logs that may hold action items and that the caller may read, the one written last first.
 * Tasks of lists show by their mark; summaries may also list action items below a heading.
 */
export async function textsWithItems(
  ctx: MemberContext,
  { after, limit }: { after: TextPlace | undefined; limit: number },
): Promise<TextRow[]> {
  const { at = 'infinity', doc_id = 0, log_id = 0 } = after ?? {}
  const place = sql`(${at}::timestamptz, ${doc_id}::bigint, ${log_id}::bigint)`
  const { rows } = await sql<TextRow>`
    (select w.written_at as at, d.id as doc_id, 0::bigint as log_id, d.name as document_name, d.type as document_type,
      '' as title, d.content, case when d.type = 'document' then r.writable else r.editable end as is_editable
    from documents d join last_writes w on w.organization_id = d.organization_id and w.doc_id = d.id
      cross join lateral (select ${rights(ctx)}) r
    where ${readable(ctx)} and d.content <> '' and (d.type <> 'document' or d.content like '%[ ] %')
      and (w.written_at, d.id, 0::bigint) < ${place}
    order by at desc, doc_id desc limit ${limitOf(limit)})
    union all
    (select l.created_at, l.doc_id, l.id, d.name, d.type, l.title, l.content,
      r.writable and l.created_by is not distinct from ${ctx.caller.user_id}::bigint and l.future_instructions_id is null
    from logs l join documents d on d.organization_id = l.organization_id and d.id = l.doc_id
      cross join lateral (select ${rights(ctx)}) r
    where l.organization_id = ${ctx.organization_id} and l.content like '%[ ] %' and ${readable(ctx)}
      and (l.created_at, l.doc_id, l.id) < ${place}
    order by l.created_at desc, l.doc_id desc, l.id desc limit ${limitOf(limit)})
    order by at desc, doc_id desc, log_id desc limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows
}

/** Whether a document has a log. Does not check whether the caller may read the document. */
export async function hasLog(
  { tx, organization_id }: MemberContext,
  { doc_id, log_id }: { doc_id: number; log_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from logs l
    where l.organization_id = ${organization_id} and l.doc_id = ${doc_id} and l.id = ${log_id}`.execute(tx)
  return rows.length > 0
}
