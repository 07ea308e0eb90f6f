import pg from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../../settings'
import type { Secrets } from '../secrets'
import { type Connection, servingPool } from './connection'
import { type SupervisedPostgres, startPostgres } from './embedded/keep-running'
import { type Migration, migrate } from './migrate'

/** The open database: a pool for requests, owner connections for maintenance, and a promise for its loss. */
export interface Database {
  pool: pg.Pool
  /** The same for the replica that the settings name. */
  replica: pg.Pool | null
  /** How to connect as the owner; changes when the embedded database is restarted. */
  owner: Connection
  /** Runs with access to every organisation, for cleanups only, on one short-lived connection at a time. */
  asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /**
   * Resolves when the embedded database ended twice within a minute or cannot be restarted. Never resolves for an
   * external database.
   */
  lost: Promise<string>
  close(): Promise<void>
}

const wheelhouse = 'wheelhouse'
/** Milliseconds; shorter than for the database, which answers instead. */
const replicaConnectsWithin = 2_000

/**
 * Opens the database that the settings name, or the embedded one, up to date and limited to the serving role.
 * `postgres` is the embedded one if it is already running; closing the database stops it.
 */
export async function openDatabase(
  settings: Settings,
  secrets: Secrets,
  log: Logger,
  migrations: readonly Migration[],
  postgres?: SupervisedPostgres | null,
): Promise<Database> {
  const embedded = postgres === undefined ? await startPostgres(settings, log) : postgres
  try {
    const owner = await ownerConnection(settings, embedded)
    const serving = await migrate(owner, secrets.derive('serving role').toString('base64url'), migrations)
    const pool = servingPool(serving, settings.DATABASE_POOL, error =>
      log.warn({ err: error }, 'A database connection was lost.'),
    )
    const { DATABASE_REPLICA_URL } = settings
    // Roles and their passwords are replicated.
    const atReplica = DATABASE_REPLICA_URL && {
      ...parseConnection(DATABASE_REPLICA_URL),
      ...{ user: serving.user, password: serving.password },
    }
    const replica = atReplica
      ? servingPool(
          atReplica,
          settings.DATABASE_POOL,
          error => log.warn({ err: error }, 'A connection to the replica was lost.'),
          replicaConnectsWithin,
        )
      : null
    embedded?.onRestart(({ host, port }) => {
      Object.assign(owner, { host, port })
      // The pool uses these options for its next connections.
      Object.assign(pool.options, { host, port })
    })
    return {
      pool,
      replica,
      owner,
      asOwner: work => withClient(owner, work),
      lost: embedded ? embedded.lost : new Promise(() => {}),
      async close() {
        await Promise.all([pool.end(), replica?.end()])
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** The connection of the owner of the application's database, which is created in a new embedded server. */
export async function ownerConnection(
  settings: Pick<Settings, 'DATABASE_URL'>,
  embedded: Pick<SupervisedPostgres, 'connection' | 'firstStart'> | null,
): Promise<Connection> {
  return embedded
    ? ensureApplicationDatabase(embedded.connection, embedded.firstStart)
    : parseConnection(settings.DATABASE_URL ?? '')
}

/** Runs work on a connection of its own. */
export async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, pipeline: true })
  // A broken connection already fails its running query; an error event without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The application's database inside the embedded server. */
async function ensureApplicationDatabase(connection: Connection, isNew: boolean): Promise<Connection> {
  const own = { ...connection, database: wheelhouse }
  const make = () => withClient(connection, client => client.query(`create database ${wheelhouse}`))
  if (isNew) {
    await make()
    return own
  }
  // Repairs a first start that was interrupted between creating the server and creating the database.
  await withClient(own, client => client.query('select 1')).catch(async error => {
    if ((error as { code?: string }).code !== '3D000') throw error
    await make()
  })
  return own
}

/** Parses `postgres://user:password@host:port/database?sslmode=…`. */
export function parseConnection(address: string): Connection {
  const url = new URL(address)
  const mode = url.searchParams.get('sslmode')
  return {
    host: url.searchParams.get('host') ?? decodeURIComponent(url.hostname),
    port: url.port ? Number(url.port) : 5432,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(mode && mode !== 'disable' && { ssl: { rejectUnauthorized: mode.startsWith('verify') } }),
  }
}
