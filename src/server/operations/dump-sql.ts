import pg from 'pg'
import type { Connection } from '../platform/database/connection'
import { withClient } from '../platform/database/database'
import { OperationFailed, type SequenceInBackup, type TableInBackup } from './manifest'

/** What a dump leaves out: what every server makes itself. */
const ownTables = ['public.migrations', 'public.operations', 'public.restores', 'pgboss.version']
const rowsAtOnce = 500
/** The advisory lock of whoever reads the whole database. */
const dumpLock = 0x57_49

export type DumpedTable = Pick<TableInBackup, 'schema' | 'name' | 'columns'>

/** The database as it was at one moment. */
export interface Snapshot {
  migrations: string[]
  tables: DumpedTable[]
  sequences: SequenceInBackup[]
  /** The rows as JSON arrays of texts, one a line, in the order of their key. */
  linesOf(table: DumpedTable): AsyncIterable<string>
}

export const nameOf = ({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

/** Texts of values must not depend on the settings of a server. */
export const plainTexts = /* sql */ `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'`

/**
 * Reads the whole database in one transaction, so that everything in it belongs together; nobody waits for it. Throws
 * {@link OperationFailed} while another dump runs: the end of that one would hide rows from this one.
 */
export function inSnapshot<T>(owner: Connection, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return seeingEverything(owner, async client => {
    const { rows: migrations } = await client.query<{ name: string }>('select name from migrations order by name')
    const tables = await tablesOf(client)
    return work({
      migrations: migrations.map(({ name }) => name),
      tables,
      sequences: await sequencesOf(client),
      linesOf: table => linesOf(client, table),
    })
  })
}

/** Runs `work` in a transaction that sees all rows of all organisations and people as they were at one moment. */
export function seeingEverything<T>(owner: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return alone(owner, () =>
    withAllRowsVisible(owner, () =>
      withClient(owner, async client => {
        await client.query(plainTexts)
        await client.query("set wheelhouse.backup = 'on'; begin isolation level repeatable read read only")
        const result = await work(client)
        await client.query('commit')
        return result
      }),
    ),
  )
}

/** Ends with its connection, so that a killed dump does not keep others from running. */
function alone<T>(owner: Connection, work: () => Promise<T>): Promise<T> {
  return withClient(owner, async client => {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [dumpLock])
    if (!rows[0]?.free) throw new OperationFailed('Another backup of this database is being made. Try again after it.')
    return work()
  })
}

async function tablesOf(client: pg.Client): Promise<DumpedTable[]> {
  const { rows } = await client.query<DumpedTable>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attname) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and n.nspname || '.' || c.relname <> all ($1)
     group by 1, 2 order by 1 desc, 2`,
    [ownTables],
  )
  return rows
}

async function sequencesOf(client: pg.Client): Promise<SequenceInBackup[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = 'public' order by 1`,
  )
  const sequences: SequenceInBackup[] = []
  for (const { name } of rows) {
    const found = await client.query<Omit<SequenceInBackup, 'name'>>(
      `select last_value, is_called from ${pg.escapeIdentifier(name)}`,
    )
    for (const row of found.rows) sequences.push({ name, ...row })
  }
  return sequences
}

async function* linesOf(client: pg.Client, table: DumpedTable): AsyncGenerator<string> {
  const texts = table.columns.map(column => `${pg.escapeIdentifier(column)}::text`)
  const key = await keyOf(client, table)
  await client.query(
    `declare dump no scroll cursor for
     select to_json(array[${texts.join(', ')}])::text as line from ${nameOf(table)} order by ${key}`,
  )
  for (let more = true; more; ) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from dump`)
    for (const { line } of rows) yield line
    more = rows.length === rowsAtOnce
  }
  await client.query('close dump')
}

/** The columns of the primary key, or the whole row. */
async function keyOf(client: pg.Client, table: DumpedTable): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_index i
     cross join lateral unnest(i.indkey::int[]) with ordinality as k (attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    [nameOf(table)],
  )
  return rows.length > 0 ? rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ') : '1'
}

const policy = 'backup_sees'

/**
 * An owner who is no superuser is bound by row level security. For the time of a dump a policy shows it everything; the
 * policy is not kept, because it would make every query slower.
 */
async function withAllRowsVisible<T>(owner: Connection, work: () => Promise<T>): Promise<T> {
  const change = (statements: (table: string) => string) =>
    withClient(owner, async client => {
      const { rows } = await client.query<{ name: string; free: boolean }>(
        `select c.oid::regclass::text as name, r.rolsuper or r.rolbypassrls as free
         from pg_class c join pg_roles r on r.rolname = current_user
         where c.relrowsecurity and c.relnamespace = 'public'::regnamespace`,
      )
      for (const { name, free } of rows) if (!free) await client.query(statements(name))
    })
  const drop = (table: string) => `drop policy if exists ${policy} on ${table}`
  await change(
    table =>
      `${drop(table)}; create policy ${policy} on ${table} for select
       using (current_setting('wheelhouse.backup', true) = 'on')`,
  )
  try {
    return await work()
  } finally {
    await change(drop)
  }
}
