import { type RawBuilder, sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'

/**
 * The statement that notes a write in a document, which is what the list of documents is ordered by. It steps back where another
 * write of the same moment holds the row: that one notes the same, and writing logs never waits here.
 */
export function noteWrite({ organization_id, caller, now }: MemberContext, doc_id: RawBuilder<number>) {
  return sql`
    update last_writes set written_at = ${now}::timestamptz, written_by = ${caller.user_id}::bigint
    where organization_id = ${organization_id} and doc_id = (
      select w.doc_id from last_writes w
      where w.organization_id = ${organization_id} and w.doc_id = ${doc_id} and w.written_at <= ${now}::timestamptz
      for no key update skip locked
    )`
}

/** Notes a write in a document. */
export async function touch(ctx: MemberContext, doc_id: number): Promise<void> {
  await noteWrite(ctx, sql`${doc_id}::bigint`).execute(ctx.tx)
}
