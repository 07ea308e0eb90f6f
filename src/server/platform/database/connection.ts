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
import { QueryBatcher, type Statement } from './query-batch'
import type { Schema } from './schema'

/** A Kysely that speaks over exactly one connection; what it is asked in one turn of the event loop leaves together. */
export type Tx = Kysely<Schema>

// Ids fit a double by far, and the wire carries instants as ISO text.
const int8 = 20
const int8List: number = 1016
const timestamptz = 1184
pg.types.setTypeParser(int8, Number)
pg.types.setTypeParser(int8List, text => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))
pg.types.setTypeParser(timestamptz, isoFrom)

/** `2026-11-20 14:21:07.5+00` as `2026-11-20T14:21:07.500Z`: every row has some, so what is there is moved and not computed. */
function isoFrom(text: string): string {
  const inUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/.exec(text)
  return inUtc ? `${inUtc[1]}T${inUtc[2]}.${(inUtc[3] ?? '').padEnd(3, '0')}Z` : new Date(text).toISOString()
}

class FlightConnection implements DatabaseConnection {
  constructor(private readonly batcher: QueryBatcher) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.batcher.send(query)
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface of Kysely wants a generator.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used.')
  }
}

class OneConnectionDriver extends DummyDriver {
  readonly #connection: DatabaseConnection
  constructor(batcher: QueryBatcher) {
    super()
    this.#connection = new FlightConnection(batcher)
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
}

const bound = new WeakMap<pg.ClientBase, Tx>()
const flightsOfTx = new WeakMap<Tx, QueryBatcher>()

/** The query builder for a connection; made once for each. */
export function over(client: pg.ClientBase): Tx {
  const known = bound.get(client)
  if (known) return known
  const batcher = new QueryBatcher(client)
  const made = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneConnectionDriver(batcher),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  bound.set(client, made)
  flightsOfTx.set(made, batcher)
  return made
}

/** The batches that a query builder's queries leave in. */
export function flightsOf(tx: Tx): QueryBatcher {
  const flights = flightsOfTx.get(tx)
  if (!flights) throw new Error('This query builder belongs to no connection.')
  return flights
}

/** Asks a statement whose text never changes, which spares every call the building of it. */
export async function ask<Row>(tx: Tx, sql: string, parameters: Statement['parameters']): Promise<Row[]> {
  return (await flightsOf(tx).send({ sql, parameters })).rows as Row[]
}

/** Where a PostgreSQL is reached. */
export interface Connection {
  host: string
  port?: number
  user: string
  password: string
  database: string
  ssl?: { rejectUnauthorized: boolean }
}

export function openPool(connection: Connection, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError)
  // One that breaks in the middle of a transaction fails that one, which tells; its own news of it would end the process, too.
  pool.on('connect', client => client.on('error', () => broken.add(client)))
  return pool
}

const broken = new WeakSet<pg.ClientBase>()

/** The database cannot be reached, or the connection to it broke while it was used. Whether a commit under way came through is not known. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/** PostgreSQL ends connections with these when it stops, was killed, or is starting. */
const endings = new Set(['57P01', '57P02', '57P03'])

/** What a failure on a connection is: {@link DatabaseAway} where it was the connection itself that failed. */
export function failureOn(client: pg.ClientBase, error: unknown): unknown {
  const { code = '' } = (error ?? {}) as { code?: string }
  const isAway = broken.has(client) || endings.has(code)
  return isAway ? new DatabaseAway('The connection to the database broke.', { cause: error }) : error
}

/** A connection of the pool; throws {@link DatabaseAway} where there is none to be had. */
export async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseAway('The database cannot be reached.', { cause: error })
  }
}

/**
 * How long a transaction waits for a lock, and for its own next query, until PostgreSQL fails it; milliseconds. Nothing takes that long
 * but what waits for ever.
 */
const longest = { lock_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 }

/** Connections for requests: what hangs fails after a while, and gives back what it holds. */
export function servingPool(connection: Connection, size: number, onError: (error: Error) => void): pg.Pool {
  return openPool({ ...connection, ...longest }, size, onError)
}
