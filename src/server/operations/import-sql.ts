import pg from 'pg'
import type { ArchivedTable } from '../features/exports/archive/format'
import { type Connection, queryBuilderOn } from '../platform/database/connection'
import { withClient } from '../platform/database/database'
import { migrationLock } from '../platform/database/migrate'
import { auditOperation } from './audit-sql'
import { insertLines, liftRules, requireNoLaterMigrations } from './load-sql'
import { OperationFailed } from './manifest'

const pauseReason = 'It came with an import. Look at its cameras, then resume it.'

interface Imported {
  organization_id: number
  /** When the archive was made. */
  made_at: string
  migrations: readonly string[]
  tables: readonly ArchivedTable[]
}

/**
 * Loads the rows of an archive into an empty database that has its migrations, in one transaction: all of them or none.
 * `seal` encrypts the address of a camera for this server. The audit log of the organisation says that it was imported `at`
 * this moment.
 */
export async function loadArchive(
  owner: Connection,
  { organization_id, made_at, migrations, tables }: Imported,
  linesOf: (table: ArchivedTable) => AsyncIterable<string>,
  { seal, at }: { seal: (address: string) => string; at: string },
): Promise<void> {
  await withClient(owner, async client => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query("select set_config('wheelhouse.organization_id', $1, true)", [String(organization_id)])
    await requireNoLaterMigrations(client, migrations)
    const restoreRules = await liftRules(client)
    for (const table of tables) await loadTable(client, table, linesOf(table))
    await adapt(client, seal)
    await countOn(client, tables)
    const entry = { kind: 'operator.imported', details: { made_at }, at } as const
    await auditOperation(queryBuilderOn(client), [organization_id], entry)
    // Makes the foreign keys again, which checks that the archive is complete in itself.
    await restoreRules()
    await client.query('commit')
  })
}

async function loadTable(client: pg.Client, table: ArchivedTable, lines: AsyncIterable<string>): Promise<void> {
  const columns = table.columns.map(column => pg.escapeIdentifier(column)).join(', ')
  const name = pg.escapeIdentifier(table.name)
  const { rows: found } = await client.query<{ column: string }>(
    `select attname::text as column from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  )
  const unknown = table.columns.find(column => !found.some(each => each.column === column))
  if (unknown !== undefined || found.length === 0)
    throw new OperationFailed(`The table ${table.name} of the archive has an unknown column ${unknown ?? ''}.`)
  const insert = `insert into ${name} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`
  await insertLines(client, insert, table, lines)
}

/** What cannot go on by itself on another server: cameras need a sealed address, jobs and transcriptions were planned there. */
async function adapt(client: pg.Client, seal: (address: string) => string): Promise<void> {
  const { rows: cameras } = await client.query<{ id: number; shown_address: string }>(
    'select id, shown_address from cameras',
  )
  for (const { id, shown_address } of cameras)
    await client.query('update cameras set address = $2 where id = $1', [id, seal(shown_address)])
  await client.query(
    `update jobs set status = 'paused', pause_cause = 'operator', pause_reason = $1, next_run_at = null
     where status = 'active'`,
    [pauseReason],
  )
  await client.query(
    `insert into workspace_count (workspaces) select count(*) from organizations where not is_guest
     on conflict (is_only) do update set workspaces = excluded.workspaces`,
  )
  await client.query(
    `update recordings set stage = 'failed', reason = 'internal' where stage not in ('done', 'failed')`,
  )
}

/** New rows get numbers after those of the archive. */
async function countOn(client: pg.Client, tables: readonly ArchivedTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ column: string; sequence: string }>(
      `select attname::text as column, pg_get_serial_sequence($1, attname) as sequence from pg_attribute
       where attrelid = to_regclass($1) and attidentity <> ''`,
      [pg.escapeIdentifier(name)],
    )
    for (const { column, sequence } of rows)
      await client.query(
        `select setval($1::regclass, greatest(max(${pg.escapeIdentifier(column)}), 1)) from ${pg.escapeIdentifier(name)}`,
        [sequence],
      )
  }
}
