import { sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'
import { readable } from '../access/document-sql'

/**
 * The current titles of logs and documents by their ids; those that the caller may not read are left out. One query for
 * all.
 */
export async function titlesOf(
  ctx: MemberContext,
  { log_ids, doc_ids }: { log_ids: readonly number[]; doc_ids: readonly number[] },
): Promise<Record<'log' | 'document', ReadonlyMap<number, string>>> {
  const { rows } = await sql<{ kind: 'log' | 'document'; id: number; title: string }>`
    select 'log' as kind, l.id, l.title from logs l
    join documents d on d.organization_id = l.organization_id and d.id = l.doc_id
    where l.organization_id = ${ctx.organization_id} and l.id = any(${log_ids}::bigint[]) and ${readable(ctx)}
    union all
    select 'document', d.id, d.name from documents d where d.id = any(${doc_ids}::bigint[]) and ${readable(ctx)}`.execute(
    ctx.tx,
  )
  const of = (kind: 'log' | 'document') =>
    new Map(rows.flatMap(row => (row.kind === kind ? [[row.id, row.title]] : [])))
  return { log: of('log'), document: of('document') }
}
