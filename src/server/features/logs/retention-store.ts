import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'

/**
 * Deletes logs of documents that were deleted before; returns the pictures each showed. Runs over all organisations,
 * like the functions below.
 */
export async function deleteLostLogs(
  tx: Tx,
  { deletedBefore, limit }: { deletedBefore: string; limit: number },
): Promise<{ organization_id: number; frame_ids: string[] }[]> {
  const { rows } = await sql<{ organization_id: number; frame_ids: string[] }>`
    delete from logs l using (
      select l.id from documents d join logs l on l.organization_id = d.organization_id and l.doc_id = d.id
      where d.deleted_at < ${deletedBefore}::timestamptz limit ${limit}
    ) lost
    where l.id = lost.id
    returning l.organization_id, l.frame_ids`.execute(tx)
  return rows
}

/** Which of these pictures of an organisation are shown in logs. */
export async function framesInLogs(tx: Tx, organization_id: number, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct f.id from logs l cross join unnest(l.frame_ids) as f (id)
    where l.organization_id = ${organization_id} and l.frame_ids <> '{}' and l.frame_ids && ${ids}::text[]
      and f.id = any(${ids}::text[])`.execute(tx)
  return new Set(rows.map(row => row.id))
}
