import { sql } from 'kysely'
import type { DocumentType } from '#shared/contract/documents/endpoints'
import { linkedFrom } from '#shared/contract/documents/limits'
import type { MemberContext } from '../../../platform/request-context'
import type { SystemContext } from '../../../platform/run-as'
import { readable } from '../../access/document-sql'

export interface Target {
  kind: 'person' | 'document'
  target_id: number
}

/** Stores what the text of a page names, and returns what it did not name before. */
export async function replaceLinks(
  { tx, organization_id }: Pick<SystemContext, 'tx' | 'organization_id'>,
  doc_id: number,
  targets: readonly Target[],
): Promise<Target[]> {
  const { rows } = await sql<Target>`
    with named as (
      select kind, target_id from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as t (kind text, target_id bigint)
    ), gone as (
      delete from page_links l where l.organization_id = ${organization_id} and l.doc_id = ${doc_id}
        and not exists (select from named where named.kind = l.kind and named.target_id = l.target_id)
    )
    insert into page_links (organization_id, doc_id, kind, target_id)
    select ${organization_id}::bigint, ${doc_id}::bigint, kind, target_id from named
    on conflict do nothing returning kind, target_id`.execute(tx)
  return rows
}

interface LinkedRow {
  doc_id: number
  doc_name: string
  document_type: DocumentType
  last_written_at: string
}

/** The pages that name a document and that the caller may read, last written first. */
export async function pagesNaming(ctx: MemberContext, doc_id: number): Promise<LinkedRow[]> {
  const { rows } = await sql<LinkedRow>`
    select d.id as doc_id, d.name as doc_name, d.type as document_type, w.written_at as last_written_at
    from page_links l
    join documents d on d.organization_id = l.organization_id and d.id = l.doc_id
    join last_writes w on w.organization_id = d.organization_id and w.doc_id = d.id
    where l.organization_id = ${ctx.organization_id} and l.kind = 'document' and l.target_id = ${doc_id}
      and l.doc_id <> ${doc_id} and ${readable(ctx)}
    order by w.written_at desc, d.id desc limit ${linkedFrom}`.execute(ctx.tx)
  return rows
}
