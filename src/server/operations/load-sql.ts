import pg from 'pg'
import { type Connection, queryBuilderOn } from '../platform/database/connection'
import { withClient } from '../platform/database/database'
import { migrationLock } from '../platform/database/migrate'
import { allOrganisations, auditFailure, auditOperation } from './audit-sql'
import { type DumpedTable, nameOf, plainTexts } from './dump-sql'
import { type Manifest, OperationFailed, type TableInBackup } from './manifest'

/** The reason that jobs have after a restore; `resumeWork` knows them by it. */
const pauseReason = 'Restored from a backup; the operator resumes the jobs of this server.'
const linesAtOnce = 500
const charactersAtOnce = 4_000_000

/**
 * Throws if the database has migrations that the backup does not know: rows that are loaded later would miss what those
 * changed in rows.
 */
export async function requireNoLaterMigrations(client: pg.Client, known: readonly string[]): Promise<void> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    "select to_regclass('public.migrations') is not null as found",
  )
  if (!tables[0]?.found) return
  const { rows } = await client.query('select from migrations where name <> all ($1) limit 1', [known])
  if (rows.length > 0)
    throw new OperationFailed(
      'The target was set up by a newer version than the backup was made with. Give it a new database, or remove DATA_DIR.',
    )
}

/** Checks, before anything is written, that a backup with these migrations can be loaded. */
export const requireLoadable = (owner: Connection, known: readonly string[]): Promise<void> =>
  withClient(owner, client => requireNoLaterMigrations(client, known))

/** Whether people have accounts in this database. One without tables is empty. */
export async function hasPeople(owner: Connection): Promise<boolean> {
  return withClient(owner, async client => {
    const { rows: tables } = await client.query<{ found: boolean }>(
      "select to_regclass('public.users') is not null as found",
    )
    if (!tables[0]?.found) return false
    return (await client.query('select from users limit 1')).rows.length > 0
  })
}

/**
 * Loads the tables of a backup into the database that has its migrations, in one transaction: all of it or nothing.
 * Whatever is in these tables goes.
 */
export async function loadTables(
  owner: Connection,
  { tables, sequences, migrations }: Manifest,
  linesOf: (table: TableInBackup) => AsyncIterable<string>,
): Promise<void> {
  await withClient(owner, async client => {
    await client.query(plainTexts)
    await client.query('begin')
    // A server that starts meanwhile waits, and then finds the data.
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await requireNoLaterMigrations(client, migrations)
    const restoreRules = await liftRules(client)
    await client.query(`truncate ${tables.map(nameOf).join(', ')}`)
    // A queue is a table of its own, which only pg-boss can make.
    const queues = tables.find(({ schema, name }) => schema === 'pgboss' && name === 'queue')
    if (queues) await createQueues(client, queues, linesOf(queues))
    for (const table of tables) await loadTable(client, table, linesOf(table))
    for (const { name, last_value, is_called } of sequences)
      await client.query('select setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), last_value, is_called])
    await restoreRules()
    await client.query('commit')
  })
}

/**
 * Foreign keys, triggers and row level security are lifted for the time of the transaction, as a superuser or as the
 * plain owner of the tables. Foreign keys are made again, which checks all rows.
 */
export async function liftRules(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  const { rows: tables } = await client.query<{ name: string; secured: boolean }>(
    `select oid::regclass::text as name, relforcerowsecurity as secured from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables)
    await client.query(`alter table ${name} disable trigger user; alter table ${name} no force row level security`)
  return async () => {
    for (const { name, secured } of tables)
      await client.query(
        `alter table ${name} enable trigger user;
         ${secured ? `alter table ${name} force row level security` : ''}`,
      )
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

async function createQueues(client: pg.Client, { columns }: DumpedTable, lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) {
    const values: (string | null)[] = JSON.parse(line)
    await client.query("select pgboss.create_queue($1, '{}')", [values[columns.indexOf('name')]])
  }
  await client.query('delete from pgboss.queue')
}

async function loadTable(client: pg.Client, table: TableInBackup, lines: AsyncIterable<string>): Promise<void> {
  const { rows: types } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [nameOf(table)],
  )
  const typeOf = new Map(types.map(({ name, type }) => [name, type]))
  const values = table.columns.map((column, index) => {
    const type = typeOf.get(column)
    if (type === undefined)
      throw new OperationFailed(`The table ${table.name} of the backup has an unknown column ${column}.`)
    return `(line->>${index})::${type}`
  })
  const columns = table.columns.map(column => pg.escapeIdentifier(column)).join(', ')
  const insert = `insert into ${nameOf(table)} (${columns}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) as line`
  await insertLines(client, insert, table, lines)
}

/**
 * Inserts rows that are one line of JSON each, some at once: `insert` takes them as one list. Throws if there are not as
 * many as the table should have.
 */
export async function insertLines(
  client: pg.Client,
  insert: string,
  table: { name: string; rows: number },
  lines: AsyncIterable<string>,
): Promise<void> {
  let waiting: string[] = []
  let characters = 0
  let rows = 0
  const write = async () => {
    if (waiting.length > 0) await client.query(insert, [`[${waiting.join(',')}]`])
    rows += waiting.length
    waiting = []
    characters = 0
  }
  for await (const line of lines) {
    waiting.push(line)
    characters += line.length
    if (waiting.length >= linesAtOnce || characters >= charactersAtOnce) await write()
  }
  await write()
  if (rows !== table.rows)
    throw new OperationFailed(`The table ${table.name} has ${rows} rows instead of ${table.rows}.`)
}

/**
 * Lets background work rest until the operator resumes it. The server that was backed up may still run, and would do the
 * same work. The audit log of each organisation says that it was restored; a restore that goes on is recorded once.
 */
export async function pauseWork(owner: Connection, { now, made_at }: { now: string; made_at: string }): Promise<void> {
  await asUpkeep(owner, async client => {
    const { rows } = await client.query('select from restores where backup_made_at = $1 and resumed_at is null', [
      made_at,
    ])
    if (rows.length > 0) return
    await client.query('insert into restores (restored_at, backup_made_at) values ($1, $2)', [now, made_at])
    await inEachOrganisation(
      client,
      `update jobs set status = 'paused', pause_cause = 'operator', pause_reason = $1
       where status = 'active' and organization_id = current_organization()`,
      [pauseReason],
    )
    const entry = { kind: 'operator.restored', details: { made_at }, at: now } as const
    const tx = queryBuilderOn(client)
    await auditOperation(tx, await allOrganisations(tx), entry)
  })
}

/**
 * Resumes what `pauseWork` paused. Returns whether anything rested. Jobs that people paused stay so. The audit log of each
 * organisation says that, also if it failed.
 */
export async function resumeWork(owner: Connection, now: string): Promise<boolean> {
  const entry = { kind: 'operator.resumed', at: now } as const
  const resuming = asUpkeep(owner, async client => {
    const { rowCount } = await client.query('update restores set resumed_at = $1 where resumed_at is null', [now])
    if (!rowCount) return false
    await inEachOrganisation(
      client,
      `update jobs set status = 'active', pause_cause = null, pause_reason = null
       where status = 'paused' and pause_reason = $1 and organization_id = current_organization()`,
      [pauseReason],
    )
    const tx = queryBuilderOn(client)
    await auditOperation(tx, await allOrganisations(tx), entry)
    return true
  })
  return resuming.catch(async error => {
    await auditFailure(owner, allOrganisations, entry)
    throw error
  })
}

/** One transaction that sees all organisations, also for an owner who is bound by row level security. */
async function asUpkeep<T>(owner: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(owner, async client => {
    await client.query("begin; set local wheelhouse.upkeep = 'on'")
    const result = await work(client)
    await client.query('commit')
    return result
  })
}

async function inEachOrganisation(client: pg.Client, statement: string, values: unknown[]): Promise<void> {
  for (const id of await allOrganisations(queryBuilderOn(client))) {
    await client.query("select set_config('wheelhouse.organization_id', $1, true)", [String(id)])
    await client.query(statement, values)
  }
}
