import { createHash } from 'node:crypto'
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
import type { Schema } from './schema'

/** A Kysely that speaks over exactly one connection, without waiting for one query before sending the next. */
export type Tx = Kysely<Schema>

// Ids fit a double by far, and the wire carries instants as ISO text.
const int8 = 20
const timestamptz = 1184
pg.types.setTypeParser(int8, Number)
pg.types.setTypeParser(timestamptz, text => new Date(text).toISOString())

/** How many different statements a connection keeps prepared; those beyond are planned anew each time. */
const preparedAtMost = 400
const statementNames = new Map<string, string>()

function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql)
  if (known || statementNames.size >= preparedAtMost) return known
  const name = createHash('md5').update(sql).digest('hex')
  statementNames.set(sql, name)
  return name
}

/**
 * Holds back what is sent on a connection until this turn of the event loop is over, so that a flight of queries leaves in one
 * piece. Each piece is a system call here and wakes PostgreSQL there, which costs more than most of the queries.
 */
export function sendTogether(client: pg.ClientBase): void {
  const { stream } = (client as pg.Client).connection
  stream.cork()
  // A tick that is asked for by a microtask comes behind all other microtasks, in which the query builder sends.
  queueMicrotask(() => process.nextTick(() => stream.uncork()))
}

/** Puts a query into its place among others in this very turn of the event loop; it leaves when the turn is over. */
export function sendNow(client: pg.ClientBase, query: CompiledQuery): Promise<pg.QueryResult> {
  sendTogether(client)
  const name = statementName(query.sql)
  return client.query({ text: query.sql, values: [...query.parameters], ...(name && { name }) })
}

class PipelinedConnection implements DatabaseConnection {
  constructor(private readonly client: pg.ClientBase) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await sendNow(this.client, query)
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface of Kysely wants a generator.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not used.')
  }
}

class OneConnectionDriver extends DummyDriver {
  readonly #connection: DatabaseConnection
  constructor(client: pg.ClientBase) {
    super()
    this.#connection = new PipelinedConnection(client)
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
}

const bound = new WeakMap<pg.ClientBase, Tx>()

/** The query builder for a connection; made once for each. */
export function over(client: pg.ClientBase): Tx {
  const known = bound.get(client)
  if (known) return known
  const made = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneConnectionDriver(client),
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  bound.set(client, made)
  return made
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

/** A pool whose connections send queries without waiting for the answers of earlier ones. */
export function openPool(connection: Connection, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
  } as pg.PoolConfig)
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError)
  return pool
}
