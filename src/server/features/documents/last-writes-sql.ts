import { type RawBuilder, sql } from 'kysely'
import type { MemberContext } from '../../platform/request-context'

/**
 * The statement that records a write in a document, which determines the order of the list of documents. It skips a row
 * that another write has locked: that one records the same moment, and writing logs never waits here. The writer is null
 * for a job.
 */
export function recordWrite(
  { organization_id, now }: Pick<MemberContext, 'organization_id' | 'now'>,
  doc_id: RawBuilder<number>,
  writer_id: number | null,
) {
  return sql`
    update last_writes set written_at = ${now}::timestamptz, written_by = ${writer_id}::bigint
    where organization_id = ${organization_id} and doc_id = (
      select w.doc_id from last_writes w
      where w.organization_id = ${organization_id} and w.doc_id = ${doc_id} and w.written_at <= ${now}::timestamptz
      for no key update skip locked
    )`
}

/** Records a write in a document. */
export async function recordWriteNow(
  ctx: Pick<MemberContext, 'tx' | 'organization_id' | 'now'>,
  doc_id: number,
  writer_id: number,
): Promise<void> {
  await recordWrite(ctx, sql`${doc_id}::bigint`, writer_id).execute(ctx.tx)
}
