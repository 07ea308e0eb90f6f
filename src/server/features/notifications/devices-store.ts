import { sql } from 'kysely'
import type { PushSubscription } from '../../platform/push/web-push'
import type { MemberContext, UserContext } from '../../platform/request-context'
import type { SystemContext } from '../../platform/run-as'
import { wants } from './store'

/** Stores the browser of the caller's session, and forgets those of sessions that ended and the oldest beyond `most`. */
export async function saveDevice(
  { tx, caller, now }: UserContext,
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
  most: number,
): Promise<void> {
  const { user_id, session_id } = caller
  const row = { session_id, p256dh, auth, created_at: now }
  await tx
    .insertInto('push_subscriptions')
    .values({ user_id, endpoint, ...row })
    .onConflict(conflict => conflict.columns(['user_id', 'endpoint']).doUpdateSet(row))
    .execute()
  await sql`
    delete from push_subscriptions p where p.user_id = ${user_id} and (
      exists (select from sessions s where s.id = p.session_id and s.revoked_at is not null)
      or p.id not in (
        select n.id from push_subscriptions n where n.user_id = ${user_id}
        order by n.created_at desc, n.id desc limit ${sql.lit(most)}
      )
    )`.execute(tx)
}

export async function deleteDevice(
  { tx, caller }: Pick<UserContext, 'tx' | 'caller'>,
  which: { endpoint: string } | { id: number },
): Promise<void> {
  const one = 'id' in which ? sql<boolean>`id = ${which.id}` : sql<boolean>`endpoint = ${which.endpoint}`
  await tx.deleteFrom('push_subscriptions').where('user_id', '=', caller.user_id).where(one).execute()
}

/** A browser of the caller whose session goes on. */
export async function findDevice({ tx, caller }: MemberContext, id: number): Promise<PushSubscription | undefined> {
  const { rows } = await sql<{ endpoint: string; p256dh: string; auth: string }>`
    select p.endpoint, p.p256dh, p.auth from push_subscriptions p
    join sessions s on s.id = p.session_id and s.revoked_at is null
    where p.user_id = ${caller.user_id} and p.id = ${id}`.execute(tx)
  const [row] = rows
  return row && { endpoint: row.endpoint, keys: { p256dh: row.p256dh, auth: row.auth } }
}

/** The browsers that these notifications go to, of people who want their kinds pushed. */
export async function devicesFor(
  { tx, organization_id }: Pick<SystemContext, 'tx' | 'organization_id'>,
  notification_ids: readonly number[],
): Promise<{ notification_id: number; user_id: number; subscription_id: number }[]> {
  const { rows } = await sql<{ notification_id: number; user_id: number; subscription_id: number }>`
    select n.id as notification_id, n.user_id, d.id as subscription_id from notifications n
    join push_subscriptions d on d.user_id = n.user_id
    join sessions s on s.id = d.session_id and s.revoked_at is null
    left join notification_preferences p on p.user_id = n.user_id
    where n.organization_id = ${organization_id} and n.id = any(${notification_ids}::bigint[]) and ${wants('push')}
    order by n.id, d.id`.execute(tx)
  return rows
}
