import pg from 'pg'
import { installPgBoss, pgBossGrants } from '../jobs/pg-boss'
import { StartupError } from '../startup-error'
import { type Connection, openPool } from './connection'

/** A migration of the database. They only run forward: a released one is never edited, changes go into a new one. */
export interface Migration {
  /** Begins with the number that orders it among the migrations of all features. */
  readonly name: string
  readonly sql: string
}

/** The role that serves requests: not a superuser, and not able to bypass row level security. */
export const servingRole = 'wheelhouse_app'
/** The advisory lock of whoever changes the structure of the database, or fills it as a whole. */
export const migrationLock = 0x57_48

export class DatabaseNotUsable extends StartupError {
  override name = 'DatabaseNotUsable'
}

/**
 * Migrates the database as its owner, under an advisory lock, and returns the connection for requests: as the serving
 * role if the owner may create one, otherwise as the owner itself, provided that row level security binds it.
 */
export async function migrate(
  owner: Connection,
  servingPassword: string,
  migrations: readonly Migration[],
): Promise<Connection> {
  const pool = openPool(owner, 1, () => {})
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await applyMissing(client, owner, migrations)
    return await prepareServingRole(client, owner, servingPassword)
  } finally {
    client.release(true)
    await pool.end()
  }
}

async function applyMissing(client: pg.ClientBase, owner: Connection, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const applied = new Set(
    (await client.query<{ name: string }>('select name from migrations')).rows.map(row => row.name),
  )
  const unknown = [...applied].filter(name => !migrations.some(migration => migration.name === name))
  if (unknown.length > 0) {
    throw new DatabaseNotUsable(
      `The database was used by a newer Wheelhouse (${unknown.join(', ')}). Start that version, or restore a backup.`,
    )
  }
  await installPgBoss(client).catch(error => {
    if (error.code !== '42501') throw error
    throw new DatabaseNotUsable(
      `The role ${owner.user} may not create the schema pgboss. Grant it CREATE on the database ${owner.database}.`,
    )
  })
  for (const { name, sql } of migrations) {
    if (applied.has(name)) continue
    await client.query(`begin; ${sql}; insert into migrations (name) values (${pg.escapeLiteral(name)}); commit`)
  }
}

async function prepareServingRole(client: pg.ClientBase, owner: Connection, password: string): Promise<Connection> {
  const { rows } = await client.query<{ free: boolean; super: boolean }>(
    'select rolsuper or rolbypassrls as free, rolsuper as super from pg_roles where rolname = current_user',
  )
  const who = rows[0]
  if (!who?.free) return owner
  if (!who.super) {
    throw new DatabaseNotUsable(
      `The role ${owner.user} bypasses row level security. Give DATABASE_URL a role without BYPASSRLS.`,
    )
  }
  const name = pg.escapeIdentifier(servingRole)
  await client.query(`do $$ begin create role ${name}; exception when duplicate_object then null; end $$`)
  await evenIfChangedMeanwhile(() =>
    client.query(
      `alter role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole password ${pg.escapeLiteral(password)};
     grant usage on schema public to ${name};
     grant select, insert, update, delete on all tables in schema public to ${name};
     grant usage on all sequences in schema public to ${name};
     revoke update, delete on audit from ${name};
     revoke all on migrations from ${name};
     ${pgBossGrants(name)}`,
    ),
  )
  // Row level security keeps operators that are not leakproof away from indexes. Matching words leaks nothing, but only
  // a superuser may declare that, and a restored database has lost the declaration. Without it a search scans from the
  // newest log on, which is correct but slower.
  await client.query('alter function pg_catalog.ts_match_vq(tsvector, tsquery) leakproof')
  return { ...owner, user: servingRole, password }
}

/**
 * Roles belong to all databases of a PostgreSQL, but an advisory lock only to one. So a server that starts on another
 * database may change the role at the same time, which PostgreSQL refuses instead of waiting.
 */
async function evenIfChangedMeanwhile<T>(change: () => Promise<T>, attemptsLeft = 20): Promise<T> {
  return change().catch(error => {
    if (attemptsLeft === 0 || !/tuple concurrently updated/.test(error.message)) throw error
    return evenIfChangedMeanwhile(change, attemptsLeft - 1)
  })
}
