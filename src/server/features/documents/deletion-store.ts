import { sql } from 'kysely'
import type { DocumentType } from '#shared/contract/documents/endpoints'
import { limitOf } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import { restorable } from '../access/document-sql'
import type { ListPlace } from './list-store'

/** Marks a document as deleted or restores it. Neither its contents nor its last writer change. */
export async function setDeleted(ctx: MemberContext, doc_id: number, isDeleted: boolean): Promise<void> {
  await ctx.tx
    .updateTable('documents')
    .set({ deleted_at: isDeleted ? ctx.now : null, deleted_by: isDeleted ? ctx.caller.user_id : null })
    .where('organization_id', '=', ctx.organization_id)
    .where('id', '=', doc_id)
    .execute()
}

/** A document that was deleted after `since` and that the caller may restore, locked until the call ends. */
export async function lockRestorable(
  ctx: MemberContext,
  doc_id: number,
  since: string,
): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select d.name from documents d where ${restorable(ctx, since)} and d.id = ${doc_id} for no key update of d`.execute(
    ctx.tx,
  )
  return rows[0]
}

export interface DeletedRow {
  doc_id: number
  name: string
  type: DocumentType
  deleted_at: string
  deleter: string | null
}

/** Documents that were deleted after `since` and that the caller may restore, last deleted first. */
export async function listRestorable(
  ctx: MemberContext,
  { since, after, limit }: { since: string; after: ListPlace | undefined; limit: number },
): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    select d.id as doc_id, d.name, d.type, d.deleted_at, u.displayname as deleter
    from documents d left join users u on u.id = d.deleted_by
    where ${restorable(ctx, since)}
      and (d.deleted_at, d.id) < (${after?.at ?? 'infinity'}::timestamptz, ${after?.id ?? 0}::bigint)
    order by d.deleted_at desc, d.id desc limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows.slice(0, limit)
}
