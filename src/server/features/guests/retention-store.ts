import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'

export interface ExpiredGuest {
  organization_id: number
  user_id: number
}

/** Guests who expired before. Runs over all of them, like the functions below. */
export async function expiredGuests(
  tx: Tx,
  { before, limit }: { before: string; limit: number },
): Promise<ExpiredGuest[]> {
  const { rows } = await sql<ExpiredGuest>`
    select organization_id, user_id from guests where expires_at < ${before}::timestamptz
    order by expires_at limit ${limit}`.execute(tx)
  return rows
}

/**
 * Deletes everything of guests: rows without an organisation first, then those of their organisation, then the guests
 * themselves.
 */
export async function deleteGuests(tx: Tx, gone: readonly ExpiredGuest[]): Promise<void> {
  const organization_ids = gone.map(goneGuest => goneGuest.organization_id)
  const user_ids = gone.map(goneGuest => goneGuest.user_id)
  await sql`delete from audit where organization_id = any(${organization_ids}::bigint[])`.execute(tx)
  await sql`delete from events where organization_id = any(${organization_ids}::bigint[])`.execute(tx)
  await sql`delete from idempotency_keys where user_id = any(${user_ids}::bigint[])`.execute(tx)
  await sql`delete from organizations where is_guest and id = any(${organization_ids}::bigint[])`.execute(tx)
  await sql`delete from users where is_guest and id = any(${user_ids}::bigint[])`.execute(tx)
}

export async function deleteOldArrivals(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('guest_arrivals').where('at', '<', before).execute()
}
