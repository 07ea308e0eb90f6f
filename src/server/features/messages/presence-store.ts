import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connection'
import type { Reading } from '../../platform/live/audiences'

/**
 * The people of those of these direct chats and groups that a member is in, without the member, and when each was last
 * seen. A space is left out: it may be everybody.
 */
export async function peopleOfChats(
  tx: Tx,
  { organization_id, user_id }: Reading,
  chat_ids: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const { rows } = await sql<{ user_id: number; last_seen_at: string | null }>`
    select distinct m.user_id, m.last_seen_at
    from chat_members own
    join chat_members other on other.organization_id = own.organization_id and other.chat_id = own.chat_id
    join memberships m on m.organization_id = other.organization_id and m.user_id = other.user_id
    where own.organization_id = ${organization_id} and own.user_id = ${user_id}
      and own.chat_id = any(${chat_ids}::bigint[]) and other.user_id <> ${user_id}
    order by m.user_id`.execute(tx)
  return new Map(rows.map(row => [row.user_id, row.last_seen_at]))
}
