import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'

/**
 * Deletes documents that were deleted before and have no logs or files left, with everything else of theirs; returns
 * how many.
 */
export async function deleteLostDocuments(
  tx: Tx,
  { deletedBefore, limit }: { deletedBefore: string; limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from documents d using (
      select d.organization_id, d.id from documents d
      where d.deleted_at < ${deletedBefore}::timestamptz and not exists (
        select from logs l where l.organization_id = d.organization_id and l.doc_id = d.id
      ) and not exists (
        select from attachments a where a.organization_id = d.organization_id and a.doc_id = d.id
      ) limit ${limit}
    ) lost
    where d.organization_id = lost.organization_id and d.id = lost.id
    returning 1`.execute(tx)
  return rows.length
}
