import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { QueryPipeline, type Statement } from './query-pipeline'
import type { Schema } from './schema.generated'

/** A Kysely on exactly one connection. Queries do not wait for the answers of earlier ones. */
export type Tx = Kysely<Schema>

// Ids are far below the limit of a double, and the wire carries instants as ISO text.
const int8 = 20
const int8List: number = 1016
const timestamptz = 1184
pg.types.setTypeParser(int8, Number)
pg.types.setTypeParser(int8List, text => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))
pg.types.setTypeParser(timestamptz, isoFrom)

/**
 * Converts `2026-11-20 14:21:07.5+00` to `2026-11-20T14:21:07.500Z`. It copies text instead of parsing a date, because
 * every row has instants.
 */
function isoFrom(text: string): string {
  const inUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/.exec(text)
  return inUtc ? `${inUtc[1]}T${inUtc[2]}.${(inUtc[3] ?? '').padEnd(3, '0')}Z` : new Date(text).toISOString()
}

class PipeliningConnection implements DatabaseConnection {
  constructor(private readonly pipeline: QueryPipeline) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.pipeline.send(query)
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface of Kysely wants a generator.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used.')
  }
}

class OneConnectionDriver extends DummyDriver {
  readonly #connection: DatabaseConnection
  constructor(pipeline: QueryPipeline) {
    super()
    this.#connection = new PipeliningConnection(pipeline)
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
}

const pipelines = new WeakMap<Tx, QueryPipeline>()

/**
 * Returns a new query builder on a connection. Whoever gives the connection back to its pool ends the pipeline before, so
 * that late queries fail instead of running in somebody else's transaction.
 */
export function queryBuilderOn(client: pg.Client): Tx {
  const pipeline = new QueryPipeline(client)
  const made = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneConnectionDriver(pipeline),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  pipelines.set(made, pipeline)
  return made
}

/** The pipeline that sends a query builder's queries. */
export function pipelineOf(tx: Tx): QueryPipeline {
  const pipeline = pipelines.get(tx)
  if (!pipeline) throw new Error('This query builder belongs to no connection.')
  return pipeline
}

/** Gives up a connection whose server does not answer: its queries fail as if the server had ended. */
export function breakConnection(tx: Tx): void {
  pipelineOf(tx).breakConnection()
}

/** Runs a constant statement without the cost of building it. */
export async function runStatement<Row>(tx: Tx, sql: string, parameters: Statement['parameters']): Promise<Row[]> {
  return (await pipelineOf(tx).send({ sql, parameters })).rows as Row[]
}

/** How to reach a PostgreSQL. */
export interface Connection {
  host: string
  port?: number
  user: string
  password: string
  database: string
  ssl?: { rejectUnauthorized: boolean }
}

/** Milliseconds that opening a connection, or waiting for a free one, may take. */
const connectsWithin = 10_000

export function openPool(
  connection: Connection,
  size: number,
  onError: (error: Error) => void,
  connectionTimeoutMillis = connectsWithin,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis,
    pipeline: true,
  })
  // The pool replaces a connection that breaks while idle; an error event without a listener would end the process.
  pool.on('error', onError)
  // A connection that breaks during a transaction already fails that transaction; its error event without a listener
  // would end the process.
  pool.on('connect', client => client.on('error', () => brokenClients.add(client)))
  return pool
}

const brokenClients = new WeakSet<pg.ClientBase>()

/**
 * The database cannot be reached, or its connection broke during use. A commit that was running may have succeeded or
 * not.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** PostgreSQL ends connections with these codes when it stops, was killed, or is starting. */
const shutdownCodes = new Set(['57P01', '57P02', '57P03'])

/** Translates a failure to {@link DatabaseUnavailable} if the connection itself failed. */
export function asConnectionError(client: pg.ClientBase, error: unknown): unknown {
  const { code = '' } = (error ?? {}) as { code?: string }
  const isAway = brokenClients.has(client) || shutdownCodes.has(code)
  return isAway ? new DatabaseUnavailable('The connection to the database broke.', { cause: error }) : error
}

/** Takes a connection from the pool; throws {@link DatabaseUnavailable} if it cannot get one. */
export async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseUnavailable('The database cannot be reached.', { cause: error })
  }
}

/**
 * Milliseconds that a transaction may wait for a lock, or for its own next query, before PostgreSQL fails it. Only a
 * transaction that hangs waits this long.
 */
const transactionTimeouts = { lock_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 }

/** The pool for requests. A hanging transaction fails after a while and releases its connection and locks. */
export function servingPool(
  connection: Connection,
  size: number,
  onError: (error: Error) => void,
  connectionTimeoutMillis = connectsWithin,
): pg.Pool {
  return openPool({ ...connection, ...transactionTimeouts }, size, onError, connectionTimeoutMillis)
}
