import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'

/** Notes that members were there. */
export async function saveLastSeen(
  tx: Tx,
  organization_id: number,
  user_ids: readonly number[],
  at: string,
): Promise<void> {
  await sql`
    update memberships set last_seen_at = ${at}::timestamptz
    where organization_id = ${organization_id} and user_id = any(${user_ids}::bigint[])`.execute(tx)
}
