import { sql } from 'kysely'
import type { AuditKind } from '#shared/contract/audit/kinds'
import { tokens } from '#shared/contract/session/limits'
import { day } from '#shared/limits'
import { runStatement, type Tx } from '../../platform/database/connection'
import { setTenantAddresses } from '../../platform/database/transaction'
import type { Caller } from '../../platform/identity'
import type { RequestContext } from '../../platform/request-context'

/** A person's e-mail or phone, for lookups. */
export type AddressKind = 'email' | 'phone'
export const kindOf = (address: string): AddressKind => (address.includes('@') ? 'email' : 'phone')

export interface CodeRow {
  id: number
  code_hash: string
  attempts: number
  expires_at: string
}

/**
 * Locks the codes of an address's account and of a network until the call ends, so that calls count them one after the
 * other. Returns all addresses of the account; an unknown address stands for itself. Locks are taken in one order, the
 * network's last.
 */
export async function lockCodes(ctx: RequestContext, address: string, network: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select unnest(array_remove(array[email, phone], null)) as address from users
    where email = ${address} or phone = ${address}`.execute(ctx.tx)
  const addresses = [...new Set([address, ...rows.map(row => row.address)])].sort()
  for (const name of [...addresses.map(account => `codes to ${account}`), `codes for ${network}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(ctx.tx)
  return addresses
}

/** By how much the clocks of several servers may differ, in milliseconds. */
const clockSkew = 60_000

/**
 * When another code may be sent, as an ISO instant: once fewer than `atMost` were sent within `milliseconds`. Null if
 * it may be sent at once. Codes that were sent later than now are those of a clock that was ahead; they count for nobody,
 * or people would be shut out until that time.
 */
export async function freeAt(
  ctx: RequestContext,
  to: { addresses: readonly string[] } | { network: string },
  atMost: number,
  milliseconds: number,
): Promise<string | null> {
  const since = new Date(Date.parse(ctx.now) - milliseconds).toISOString()
  const until = new Date(Date.parse(ctx.now) + clockSkew).toISOString()
  const whose = 'network' in to ? sql`ip = ${to.network}` : sql`address = any(${to.addresses})`
  const { rows } = await sql<{ created_at: string }>`
    select created_at from one_time_codes where ${whose} and created_at > ${since}::timestamptz
      and created_at < ${until}::timestamptz
    order by created_at desc offset ${atMost - 1} limit 1`.execute(ctx.tx)
  const [oldest] = rows
  return oldest ? new Date(Date.parse(oldest.created_at) + milliseconds).toISOString() : null
}

/** `ip` is the network that the code was requested from. */
export async function insertCode(
  ctx: RequestContext,
  code: { address: string; ip: string; code_hash: string; expires_at: string },
): Promise<void> {
  await ctx.tx
    .insertInto('one_time_codes')
    .values({ ...code, created_at: ctx.now })
    .execute()
}

/** The newest unused code of an address, locked until the call ends. */
export function newestCode(ctx: RequestContext, address: string): Promise<CodeRow | undefined> {
  return (
    ctx.tx
      .selectFrom('one_time_codes')
      .select(['id', 'code_hash', 'attempts', 'expires_at'])
      .where('address', '=', address)
      .where('used', '=', false)
      // Not by time, because the clock may have been set back.
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
  )
}

export async function countAttempt(ctx: RequestContext, id: number): Promise<void> {
  await ctx.tx.updateTable('one_time_codes').set({ attempts: sql`attempts + 1` }).where('id', '=', id).execute()
}

/** Uses up a code and all older ones of its address. */
export async function spendCodes(ctx: RequestContext, address: string): Promise<void> {
  await ctx.tx.updateTable('one_time_codes').set({ used: true }).where('address', '=', address).execute()
}

export interface Account {
  id: number
  displayname: string
}

/** The account of a verified address; creates it if there is none. */
export async function accountOf(ctx: RequestContext, address: string): Promise<Account> {
  const kind = kindOf(address)
  await ctx.tx
    .insertInto('users')
    .values({
      email: kind === 'email' ? address : null,
      phone: kind === 'phone' ? address : null,
      image_key: null,
      selected_organization_id: null,
      created_at: ctx.now,
    })
    .onConflict(conflict => conflict.column(kind).doNothing())
    .execute()
  return ctx.tx.selectFrom('users').select(['id', 'displayname']).where(kind, '=', address).executeTakeFirstOrThrow()
}

export function accountOfIdentity(ctx: RequestContext, issuer: string, subject: string): Promise<Account | undefined> {
  return ctx.tx
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.displayname'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function linkIdentity(
  ctx: RequestContext,
  identity: { issuer: string; subject: string; user_id: number },
): Promise<void> {
  await ctx.tx
    .insertInto('identities')
    .values(identity)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** The account that an address belongs to, if any. */
export async function accountAt(ctx: RequestContext, address: string): Promise<number | undefined> {
  const found = await ctx.tx.selectFrom('users').select('id').where(kindOf(address), '=', address).executeTakeFirst()
  return found?.id
}

/** Whether an organisation invited the address and still waits for the answer. Opens invites to this address. */
export async function isInvited(ctx: RequestContext, address: string): Promise<boolean> {
  await setTenantAddresses(ctx.tx, [address])
  const found = await ctx.tx
    .selectFrom('invites as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .select('i.id')
    .where('i.address', '=', address)
    .where('i.status', '=', 'pending')
    .where('i.expires_at', '>', ctx.now)
    .where('o.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Writes to the audit log of every organisation that somebody belongs to, and once without an organisation [D8]. Sets
 * each as the tenant in turn. It does the same amount of work for unknown people.
 */
export async function auditSession(
  ctx: RequestContext,
  user_id: number,
  { kind, details }: { kind: Extract<AuditKind, `session.${string}`>; details: Record<string, unknown> },
): Promise<void> {
  await ctx.setTenant({ user_id })
  await sql`
    insert into audit (organization_id, actor_id, kind, subject, details, ip, at)
    select place.organization_id, u.id, ${kind}, 'user:' || u.id, ${JSON.stringify(details)}::jsonb, ${ctx.ip}, ${ctx.now}::timestamptz
    from users u
    cross join lateral (
      select m.organization_id from memberships m where m.user_id = u.id union all select null
    ) place
    where u.id = ${user_id}::bigint`.execute(ctx.tx)
}

export async function openSession(ctx: RequestContext, user_id: number): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('sessions')
    .values({ user_id, created_at: ctx.now, revoked_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function endSession(ctx: RequestContext, session_id: number): Promise<void> {
  await ctx.tx
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function insertRefreshToken(
  ctx: RequestContext,
  token: { token_hash: string; session_id: number; expires_at: string },
): Promise<void> {
  await ctx.tx
    .insertInto('refresh_tokens')
    .values({ ...token, used_at: null, successor: null })
    .execute()
}

/** A refresh token with its session, locked until the call ends. */
export function findRefreshToken(ctx: RequestContext, token_hash: string) {
  return ctx.tx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['session_id', 'user_id', 'expires_at', 'used_at', 'successor', 'revoked_at'])
    .where('token_hash', '=', token_hash)
    .forUpdate()
    .executeTakeFirst()
}

/** Marks a refresh token as used, with its encrypted successor. */
export async function markUsed(ctx: RequestContext, token_hash: string, successor: string): Promise<void> {
  await ctx.tx
    .updateTable('refresh_tokens')
    .set({ used_at: ctx.now, successor })
    .where('token_hash', '=', token_hash)
    .execute()
}

export async function insertProfileToken(
  ctx: RequestContext,
  token: { token_hash: string; user_id: number; expires_at: string },
): Promise<void> {
  await ctx.tx.insertInto('profile_tokens').values(token).execute()
}

/** Takes a profile token, which works once; undefined if it is unknown or too old. */
export async function takeProfileToken(
  ctx: RequestContext,
  token_hash: string,
): Promise<{ user_id: number } | undefined> {
  const taken = await ctx.tx
    .deleteFrom('profile_tokens')
    .where('token_hash', '=', token_hash)
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst()
  return taken && taken.expires_at > ctx.now ? taken : undefined
}

const caller = `
  select u.id as user_id, s.id as session_id, u.displayname, u.language, u.timezone
  from sessions s join users u on u.id = s.user_id
  where s.id = $1 and u.id = $2 and s.revoked_at is null`

/** The person of a session that has not ended. Every call reads it. */
export async function callerOf(tx: Tx, user_id: number, session_id: number): Promise<Caller | undefined> {
  const [found] = await runStatement<Caller>(tx, caller, [session_id, user_id])
  return found
}

/** Of these sessions, those that have ended or never began. */
export async function endedAmong(tx: Tx, session_ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select asked.id from unnest(${session_ids}::bigint[]) asked (id)
    where not exists (select from sessions s where s.id = asked.id and s.revoked_at is null)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Session 0 is nobody's: what happens on somebody's behalf belongs to no session. */
const person = `
  select u.id as user_id, 0 as session_id, u.displayname, u.language, u.timezone from users u where u.id = $1`

/** A person without a session; undefined if they no longer exist. */
export async function personOf(tx: Tx, user_id: number): Promise<Caller | undefined> {
  const [found] = await runStatement<Caller>(tx, person, [user_id])
  return found
}

/**
 * Deletes what is too old to matter: codes that no longer count, expired tokens, successors that nobody may request.
 */
export async function deleteOld(tx: Tx, now: number): Promise<void> {
  const before = (milliseconds: number) => new Date(now - milliseconds).toISOString()
  await tx.deleteFrom('one_time_codes').where('created_at', '<', before(day)).execute()
  await tx.deleteFrom('refresh_tokens').where('expires_at', '<', before(0)).execute()
  await tx
    .updateTable('refresh_tokens')
    .set({ successor: null })
    .where('successor', 'is not', null)
    .where('used_at', '<', before(tokens.refreshGrace))
    .execute()
  await tx.deleteFrom('profile_tokens').where('expires_at', '<', before(0)).execute()
}
