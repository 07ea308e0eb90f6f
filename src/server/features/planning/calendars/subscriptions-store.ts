import { sql } from 'kysely'
import type { CalendarFailure } from '#shared/contract/planning/calendars'
import type { MemberContext } from '../../../platform/request-context'

export type Protocol = 'ical' | 'caldav'

export interface SubscriptionRow {
  /** Encrypted. */
  address: string
  protocol: Protocol
  etag: string | null
  succeeded_at: string | null
}

/** A calendar of the caller, as long as it has the address that was subscribed to at that time. */
export async function findSubscription(
  { tx, organization_id, caller }: MemberContext,
  { calendar_id, subscribed_at }: { calendar_id: number; subscribed_at: string },
): Promise<SubscriptionRow | undefined> {
  const { rows } = await sql<SubscriptionRow>`
    select address, protocol, etag, succeeded_at from busy_calendars
    where organization_id = ${organization_id} and user_id = ${caller.user_id} and id = ${calendar_id}
      and subscribed_at = ${subscribed_at}::timestamptz`.execute(tx)
  return rows[0]
}

/** Makes a calendar of the caller, or gives the one of that name this address. Its times stay until it is read. */
export async function saveSubscription(
  { tx, organization_id, caller, now }: MemberContext,
  { name, address, host, protocol }: { name: string; address: string; host: string; protocol: Protocol },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into busy_calendars (organization_id, user_id, name, imported_at, address, host, protocol, subscribed_at)
    values (${organization_id}, ${caller.user_id}, ${name}, ${now}::timestamptz, ${address}, ${host}, ${protocol},
      ${now}::timestamptz)
    on conflict (organization_id, user_id, name) do update
      set address = excluded.address, host = excluded.host, protocol = excluded.protocol, subscribed_at = excluded.subscribed_at,
        etag = null, checked_at = null, succeeded_at = null, failure = null
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('A calendar is made or changed.')
  return id
}

/** Notes that a calendar was read; without an ETag it stays as it was. */
export async function noteSuccess(
  { tx, organization_id, now }: MemberContext,
  calendar_id: number,
  etag: string | null | undefined,
): Promise<void> {
  const read = etag === undefined ? {} : { etag, imported_at: now, succeeded_at: now }
  await tx
    .updateTable('busy_calendars')
    .set({ checked_at: now, failure: null, ...read })
    .where('organization_id', '=', organization_id)
    .where('id', '=', calendar_id)
    .execute()
}

export async function noteFailure(
  { tx, organization_id, now }: MemberContext,
  calendar_id: number,
  failure: CalendarFailure,
): Promise<void> {
  await tx
    .updateTable('busy_calendars')
    .set({ checked_at: now, failure })
    .where('organization_id', '=', organization_id)
    .where('id', '=', calendar_id)
    .execute()
}
