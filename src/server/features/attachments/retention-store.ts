import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'

interface DeletedFile {
  organization_id: number
  id: string
}

/**
 * Deletes uploads that expired before; returns them, and whether a file was made of each. Runs over all organisations.
 */
export async function deleteExpiredUploads(
  tx: Tx,
  { before, limit }: { before: string; limit: number },
): Promise<(DeletedFile & { is_kept: boolean })[]> {
  const { rows } = await sql<DeletedFile & { is_kept: boolean }>`
    delete from uploads u using (
      select organization_id, id from uploads where expires_at < ${before}::timestamptz limit ${limit}
    ) old
    where u.organization_id = old.organization_id and u.id = old.id
    returning u.organization_id, u.id, exists (
      select from attachments a where a.organization_id = u.organization_id and a.id = u.id
    ) as is_kept`.execute(tx)
  return rows
}

/** Deletes unattached files and those of documents that are gone for good. Runs over all organisations. */
export async function deleteLostAttachments(
  tx: Tx,
  { createdBefore, deletedBefore, limit }: { createdBefore: string; deletedBefore: string; limit: number },
): Promise<DeletedFile[]> {
  const { rows } = await sql<DeletedFile>`
    delete from attachments a using (
      (select organization_id, id from attachments
       where doc_id is null and task_id is null and chat_id is null and created_at < ${createdBefore}::timestamptz limit ${limit})
      union all
      (select f.organization_id, f.id from documents d
       join attachments f on f.organization_id = d.organization_id and f.doc_id = d.id
       where d.deleted_at < ${deletedBefore}::timestamptz limit ${limit})
      limit ${limit}
    ) lost
    where a.organization_id = lost.organization_id and a.id = lost.id
    returning a.organization_id, a.id`.execute(tx)
  return rows
}
