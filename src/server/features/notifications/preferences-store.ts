import { sql } from 'kysely'
import {
  type Channels,
  type NotificationKind,
  type NotificationPreferences,
  notificationKinds,
} from '#shared/contract/notifications/endpoints'
import type { AppContext } from '../../platform/app-context'
import { inTransaction } from '../../platform/database/transaction'
import type { RequestContext } from '../../platform/request-context'

interface PreferencesRow {
  kinds: Partial<Record<NotificationKind, Channels>>
  quiet_from: string | null
  quiet_to: string | null
  digest: NotificationPreferences['digest']
  deadline_minutes: NotificationPreferences['deadline_minutes']
  digest_revision: number
  digested_at: string | null
}

/** The preferences of a person, with what the digest job needs to know. */
export interface StoredPreferences extends NotificationPreferences {
  digest_revision: number
  digested_at: string | null
}

const everywhere: Channels = { in_app: true, push: true, mail: true }

/** The same, locked until the transaction ends. A row is made if necessary, because none cannot be locked. */
export async function lockPreferences(ctx: Pick<RequestContext, 'tx'>, user_id: number): Promise<StoredPreferences> {
  await sql`insert into notification_preferences (user_id) values (${user_id}) on conflict do nothing`.execute(ctx.tx)
  return findPreferences(ctx, user_id, sql`for update`)
}

/** Everything is on until the person changes it; there are no quiet hours and no digest. */
export async function findPreferences(
  { tx }: Pick<RequestContext, 'tx'>,
  user_id: number,
  lock = sql``,
): Promise<StoredPreferences> {
  const { rows } = await sql<PreferencesRow>`
    select kinds, quiet_from, quiet_to, digest, deadline_minutes, digest_revision, digested_at from notification_preferences
    where user_id = ${user_id} ${lock}`.execute(tx)
  const [row] = rows
  return {
    kinds: Object.fromEntries(
      notificationKinds.map(kind => [kind, row?.kinds[kind] ?? everywhere]),
    ) as NotificationPreferences['kinds'],
    quiet: row?.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null,
    digest: row?.digest ?? 'off',
    deadline_minutes: row?.deadline_minutes ?? 1_440,
    digest_revision: row?.digest_revision ?? 0,
    digested_at: row?.digested_at ?? null,
  }
}

export async function savePreferences(
  { tx }: Pick<RequestContext, 'tx'>,
  user_id: number,
  { kinds, quiet, digest, deadline_minutes, digest_revision, digested_at }: StoredPreferences,
): Promise<void> {
  const row = {
    kinds: JSON.stringify(kinds),
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    ...{ digest, deadline_minutes, digest_revision, digested_at },
  }
  await tx
    .insertInto('notification_preferences')
    .values({ user_id, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Runs `work` in a transaction of the person, in none of their organisations. */
export const asPerson = <T>(
  app: Pick<AppContext, 'pool'>,
  { user_id, readOnly }: { user_id: number; readOnly: boolean },
  work: (ctx: Pick<RequestContext, 'tx'>) => Promise<T>,
): Promise<T> => inTransaction(app.pool, { readOnly, user_id }, tx => work({ tx }))

/** Of members, those who want to hear of a deadline that many minutes before it, or earlier. */
export async function remindedBefore(
  { tx }: Pick<RequestContext, 'tx'>,
  user_ids: readonly number[],
  minutes: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select u.user_id from unnest(${user_ids}::bigint[]) as u (user_id)
    left join notification_preferences p on p.user_id = u.user_id
    where coalesce(p.deadline_minutes, 1440) >= ${minutes}`.execute(tx)
  return rows.map(row => row.user_id)
}

export interface Reader {
  email: string | null
  language: string
  timezone: string
}

/** How to write to a person; undefined if they no longer exist. */
export function findReader({ tx }: Pick<RequestContext, 'tx'>, user_id: number): Promise<Reader | undefined> {
  return tx.selectFrom('users').select(['email', 'language', 'timezone']).where('id', '=', user_id).executeTakeFirst()
}

/** The organisations of the person of the transaction, by name. */
export async function organisationsOf(
  { tx }: Pick<RequestContext, 'tx'>,
  user_id: number,
): Promise<{ organization_id: number; name: string }[]> {
  const { rows } = await sql<{ organization_id: number; name: string }>`
    select m.organization_id, o.name from memberships m join organizations o on o.id = m.organization_id
    where m.user_id = ${user_id} order by lower(o.name), o.id`.execute(tx)
  return rows
}
