import { sql } from 'kysely'
import { runStatement, type Tx } from '../../platform/database/connection'
import type { RequestContext, UserContext } from '../../platform/request-context'

export interface GuestRow {
  id: string
  organization_id: number
  user_id: number
  session_id: number
  token_hash: string
  expires_at: string
}

const showing = `select set_config('wheelhouse.guest_token', $1, true)`
const guest = `
  select id, organization_id, user_id, session_id, token_hash, expires_at from guests where token_hash = $1`

/**
 * The guest of a token; expired guests are found until a cleanup removes them. The token and the query are sent in one
 * batch, so that both are in one transaction.
 */
export async function findGuest(tx: Tx, token_hash: string): Promise<GuestRow | undefined> {
  const [, rows] = await Promise.all([
    runStatement(tx, showing, [token_hash]),
    runStatement<GuestRow>(tx, guest, [token_hash]),
  ])
  return rows[0]
}

/**
 * When the guests of an address came since an instant, first one first. Other calls for the same address wait until the
 * call ends.
 */
export async function arrivalsSince(ctx: RequestContext, address_hash: string, since: string): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${address_hash}, 0))`.execute(ctx.tx)
  const { rows } = await sql<{ at: string }>`
    select at from guest_arrivals where address_hash = ${address_hash} and at > ${since}::timestamptz order by at`.execute(
    ctx.tx,
  )
  return rows.map(row => row.at)
}

export async function recordArrival(ctx: RequestContext, address_hash: string): Promise<void> {
  await ctx.tx.insertInto('guest_arrivals').values({ address_hash, at: ctx.now }).execute()
}

/** A person without any address, with a session that no token is for. */
export async function insertPerson(
  ctx: RequestContext,
  person: { displayname: string; language: string; timezone: string },
): Promise<Pick<GuestRow, 'user_id' | 'session_id'>> {
  const { rows } = await sql<Pick<GuestRow, 'user_id' | 'session_id'>>`
    with person as (
      insert into users (displayname, language, timezone, is_guest, created_at)
      values (${person.displayname}, ${person.language}, ${person.timezone}, true, ${ctx.now}) returning id
    )
    insert into sessions (user_id, created_at) select id, ${ctx.now}::timestamptz from person
    returning user_id, id as session_id`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('The guest was not added.')
  return row
}

/** The new row is visible to its creator before it becomes the tenant. */
export async function insertOrganisationOf(ctx: RequestContext, user_id: number): Promise<number> {
  const { id } = await ctx.tx
    .insertInto('organizations')
    .values({ name: 'Guest', description: null, is_guest: true, created_by: user_id, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a guest to their organisation, with rights to nothing but their own data. */
export async function insertMembership(ctx: RequestContext, row: GuestRow): Promise<void> {
  const { organization_id, user_id, session_id } = row
  await sql`
    with counter as (insert into event_counters (organization_id, seq) values (${organization_id}, 0)),
    membership as (
      insert into memberships (organization_id, user_id, org_role, joined_at, opened_at)
      values (${organization_id}, ${user_id}, 'member', ${ctx.now}, ${ctx.now})
    )
    insert into guests (id, organization_id, user_id, session_id, token_hash, created_at, expires_at)
    values (${row.id}, ${organization_id}, ${user_id}, ${session_id}, ${row.token_hash}, ${ctx.now}, ${row.expires_at})`.execute(
    ctx.tx,
  )
}

/** The same, locked until the transaction ends. */
export async function lockGuest(tx: Tx, token_hash: string): Promise<GuestRow | undefined> {
  const [, rows] = await Promise.all([
    runStatement(tx, showing, [token_hash]),
    runStatement<GuestRow>(tx, `${guest} for update`, [token_hash]),
  ])
  return rows[0]
}

type Home = Pick<UserContext, 'tx' | 'now'> & { organization_id: number }

/**
 * Records a question if fewer than `most` were asked since an instant; otherwise returns when the first of those was
 * asked.
 */
export async function recordQuestion(
  { tx, organization_id, now }: Home,
  { since, most }: { since: string; most: number },
): Promise<{ isNoted: boolean; first: string | null }> {
  const recent = sql`(select coalesce(array_agg(t order by t), '{}') from unnest(asked_at) t where t > ${since}::timestamptz)`
  const { rows } = await sql`
    update guests set asked_at = ${recent} || ${now}::timestamptz
    where organization_id = ${organization_id} and cardinality(${recent}) < ${most} returning 1`.execute(tx)
  if (rows.length > 0) return { isNoted: true, first: null }
  const found = await sql<{ first: string | null }>`
    select (${recent})[1] as first from guests where organization_id = ${organization_id}`.execute(tx)
  return { isNoted: false, first: found.rows[0]?.first ?? null }
}

/** Counts a recording; false if there are `most` already. */
export async function recordRecording({ tx, organization_id }: Home, most: number): Promise<boolean> {
  const { rows } = await sql`
    update guests set recordings = recordings + 1
    where organization_id = ${organization_id} and recordings < ${most} returning 1`.execute(tx)
  return rows.length > 0
}

export async function recordingsOf({ tx, organization_id }: Pick<Home, 'tx' | 'organization_id'>): Promise<number> {
  const { rows } = await sql<{ recordings: number }>`
    select recordings from guests where organization_id = ${organization_id}`.execute(tx)
  return rows[0]?.recordings ?? 0
}
