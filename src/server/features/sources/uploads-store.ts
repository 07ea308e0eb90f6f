import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'

export interface NewGrant {
  id: string
  user_id: number
  object_key: string
  granted_at: string
  expires_at: string
}

export async function insertGrant(tx: Tx, organization_id: number, grant: NewGrant): Promise<void> {
  await tx
    .insertInto('upload_grants')
    .values({ ...grant, organization_id, used_at: null })
    .execute()
}

/**
 * Uses up a person's upload permission; false if it does not exist, is older than `since`, expired, or was used before.
 */
export async function useGrant(
  tx: Tx,
  organization_id: number,
  {
    object_key,
    id,
    user_id,
    since,
    now,
  }: { object_key: string; id: string; user_id: number; since: string; now: string },
): Promise<boolean> {
  const { rows } = await sql`
    update upload_grants set used_at = ${now}
    where organization_id = ${organization_id} and id = ${id}::uuid and user_id = ${user_id} and object_key = ${object_key}
      and used_at is null and granted_at >= ${since}::timestamptz and expires_at > ${now}::timestamptz
    returning 1`.execute(tx)
  return rows.length === 1
}
