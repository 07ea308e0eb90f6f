import { sql } from 'kysely'
import type { CalendarFailure } from '#shared/contract/planning/calendars'
import type { Span } from '#shared/rules/schedule-windows'
import type { MemberContext } from '../../../platform/request-context'
import type { SystemContext } from '../../../platform/run-as'

type Tenant = Pick<MemberContext | SystemContext, 'tx' | 'organization_id' | 'now'>

export interface FeedRow {
  user_id: number
  created_at: string
  last_read_at: string | null
}

export async function findFeed(
  { tx, organization_id }: Tenant,
  by: { user_id: number } | { token_hash: string },
): Promise<FeedRow | undefined> {
  const query = tx
    .selectFrom('calendar_feeds')
    .select(['user_id', 'created_at', 'last_read_at'])
    .where('organization_id', '=', organization_id)
  return 'user_id' in by
    ? query.where('user_id', '=', by.user_id).executeTakeFirst()
    : query.where('token_hash', '=', by.token_hash).executeTakeFirst()
}

export async function saveFeed(ctx: MemberContext, token_hash: string): Promise<void> {
  await sql`
    insert into calendar_feeds (organization_id, user_id, token_hash, created_at)
    values (${ctx.organization_id}, ${ctx.caller.user_id}, ${token_hash}, ${ctx.now}::timestamptz)
    on conflict (organization_id, user_id) do update
      set token_hash = excluded.token_hash, created_at = excluded.created_at, last_read_at = null`.execute(ctx.tx)
}

export async function deleteFeed({ tx, organization_id, caller }: MemberContext): Promise<void> {
  await tx
    .deleteFrom('calendar_feeds')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', caller.user_id)
    .execute()
}

export async function markRead({ tx, organization_id, now }: Tenant, user_id: number): Promise<void> {
  await tx
    .updateTable('calendar_feeds')
    .set({ last_read_at: now })
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', user_id)
    .execute()
}

export interface BusyCalendarRow {
  id: number
  name: string
  times: number
  until: string | null
  imported_at: string
  host: string | null
  checked_at: string | null
  succeeded_at: string | null
  failure: CalendarFailure | null
}

/** The calendars that the caller imported, by name. */
export async function listBusy({ tx, organization_id, caller }: MemberContext): Promise<BusyCalendarRow[]> {
  const { rows } = await sql<BusyCalendarRow>`
    select c.id, c.name, c.imported_at, c.host, c.checked_at, c.succeeded_at, c.failure, count(t.starts_at) as times, max(t.ends_at) as until
    from busy_calendars c left join busy_times t on t.organization_id = c.organization_id and t.calendar_id = c.id
    where c.organization_id = ${organization_id} and c.user_id = ${caller.user_id}
    group by c.organization_id, c.id order by lower(c.name), c.id`.execute(tx)
  return rows
}

/** Keeps a calendar with its times, in place of an earlier one of that name. Returns its id. */
export async function saveBusy(
  ctx: MemberContext,
  name: string,
  times: readonly { start: string; end: string }[],
): Promise<number> {
  const { tx, organization_id, caller, now } = ctx
  const { rows } = await sql<{ id: number }>`
    insert into busy_calendars (organization_id, user_id, name, imported_at)
    values (${organization_id}, ${caller.user_id}, ${name}, ${now}::timestamptz)
    on conflict (organization_id, user_id, name) do update
      set imported_at = excluded.imported_at, address = null, host = null, subscribed_at = null, etag = null,
        checked_at = null, succeeded_at = null, failure = null
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('A calendar is made or replaced.')
  await saveTimes(ctx, id, times)
  return id
}

/** Replaces the times of a calendar of the caller. */
export async function saveTimes(
  { tx, organization_id, caller }: MemberContext,
  id: number,
  times: readonly { start: string; end: string }[],
): Promise<void> {
  await sql`delete from busy_times where organization_id = ${organization_id} and calendar_id = ${id}`.execute(tx)
  await sql`
    insert into busy_times (organization_id, calendar_id, user_id, starts_at, ends_at)
    select ${organization_id}::bigint, ${id}::bigint, ${caller.user_id}::bigint, t.starts_at::timestamptz, t.ends_at::timestamptz
    from unnest(${times.map(time => time.start)}::text[], ${times.map(time => time.end)}::text[]) as t (starts_at, ends_at)`.execute(
    tx,
  )
}

/** Whether the caller had such a calendar. */
export async function deleteBusy(
  { tx, organization_id, caller }: MemberContext,
  calendar_id: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('busy_calendars')
    .where('organization_id', '=', organization_id)
    .where('user_id', '=', caller.user_id)
    .where('id', '=', calendar_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** When people are busy between two instants, in milliseconds, by person and in order. */
export async function busyOf(
  { tx, organization_id }: Tenant,
  user_ids: readonly number[],
  { from, to }: Span,
): Promise<Map<number, Span[]>> {
  const { rows } = await sql<{ user_id: number; starts_at: string; ends_at: string }>`
    select t.user_id, t.starts_at, t.ends_at from busy_times t
    where t.organization_id = ${organization_id} and t.user_id = any(${user_ids}::bigint[])
      and t.ends_at > ${new Date(from).toISOString()}::timestamptz
      and t.starts_at < ${new Date(to).toISOString()}::timestamptz
    order by t.starts_at, t.ends_at`.execute(tx)
  const busy = new Map<number, Span[]>()
  for (const { user_id, starts_at, ends_at } of rows)
    busy.set(user_id, [...(busy.get(user_id) ?? []), { from: Date.parse(starts_at), to: Date.parse(ends_at) }])
  return busy
}
