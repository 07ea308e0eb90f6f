import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement for PostgreSQL: a text with `$1`… for its values. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** The driver's callbacks of a query while its answer arrives; the driver's types omit them. */
interface QueryCallbacks {
  readonly name?: string
  readonly text: string
  prepare(connection: DriverConnection): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: DriverConnection): void
  handleReadyForQuery(connection: DriverConnection): void
  handleError(error: Error, connection: DriverConnection): void
}

/** The parts of the driver's connection that a batch uses. */
interface DriverConnection {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
  sync(): void
}

/** How many different statements stay prepared on a connection; others are planned on each call. */
const preparedAtMost = 400
const statementNames = new Map<string, string>()

function statementName(sql: string): string | undefined {
  const known = statementNames.get(sql)
  if (known || statementNames.size >= preparedAtMost) return known
  const name = createHash('md5').update(sql).digest('hex')
  statementNames.set(sql, name)
  return name
}

function queryOf(
  { sql, parameters }: Statement,
  answered: (error: Error | undefined, result: unknown) => void,
): QueryCallbacks {
  const name = statementName(sql)
  const query = new pg.Query({ text: sql, values: [...parameters], ...(name && { name }) }, answered)
  return query as unknown as QueryCallbacks
}

/**
 * Queries that are sent back to back in one message, with a single `Sync` after the last. PostgreSQL also answers a
 * batch in one piece; otherwise it would write, and wake this process, once per query. If a query fails, those after it
 * do not run and fail with the same error. Outside a transaction, a batch is a transaction of its own.
 */
class QueryBatch implements pg.Submittable {
  #answering = 0

  constructor(
    private readonly queries: readonly QueryCallbacks[],
    private readonly landed: () => void,
  ) {}

  get #current(): QueryCallbacks {
    const query = this.queries[this.#answering]
    if (!query) throw new Error('PostgreSQL answered more queries than it was asked.')
    return query
  }

  /** The driver registers prepared statements under this name. */
  get name(): string | undefined {
    return this.queries[this.#answering]?.name
  }

  get text(): string | undefined {
    return this.queries[this.#answering]?.text
  }

  submit = (connection: pg.Connection): void => {
    const wire = connection as unknown as DriverConnection
    const withoutSync: DriverConnection = Object.create(wire, { sync: { value: () => {} } })
    wire.stream.cork()
    try {
      for (const query of this.queries) query.prepare(withoutSync)
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  handleRowDescription(message: unknown): void {
    this.#current.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: DriverConnection): void {
    this.#current.handleCommandComplete(message, connection)
    this.#answering += 1
  }

  handleReadyForQuery(connection: DriverConnection): void {
    this.landed()
    for (const query of this.queries) query.handleReadyForQuery(connection)
  }

  handleError(error: Error, connection: DriverConnection): void {
    // PostgreSQL skipped the queries after the failure, so statements that first occurred there are not prepared.
    for (const { name } of this.queries)
      if (name && !connection.parsedStatements[name]) delete connection.submittedNamedStatements[name]
    this.landed()
    for (const query of this.queries) query.handleError(error, connection)
  }
}

interface Waiting {
  head: Statement | null
  query: QueryCallbacks
}

/**
 * Collects the queries of one turn of the event loop, or those that arrive while an earlier batch runs, into a batch.
 */
export class QueryBatcher {
  /** A statement that leads each batch while it is set. */
  head: Statement | null = null
  #waiting: Waiting[] = []
  #underWay = false
  #isClosed = false

  constructor(private readonly client: pg.ClientBase) {}

  send(statement: Statement): Promise<pg.QueryResult> {
    return this.#isClosed ? Promise.reject(new Error('The transaction has ended.')) : this.#enqueue(statement)
  }

  /** Sends the statement that ends the transaction. Every later query fails. */
  sendLast(statement: Statement): Promise<pg.QueryResult> {
    this.close()
    return this.#enqueue(statement)
  }

  /** Sends what is waiting; every later query fails. */
  close(): void {
    this.#isClosed = true
  }

  #enqueue(statement: Statement): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const query = queryOf(statement, (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult)))
      this.#waiting.push({ head: this.head, query })
      if (this.#waiting.length > 1 || this.#underWay) return
      // A tick requested in a microtask runs after all other microtasks, and the query builder sends in microtasks.
      queueMicrotask(() => process.nextTick(() => this.#leave()))
    })
  }

  #leave(): void {
    const [first] = this.#waiting
    if (!first) return
    const { head } = first
    const other = this.#waiting.findIndex(waiting => waiting.head !== head)
    const leaving = this.#waiting.splice(0, other < 0 ? this.#waiting.length : other).map(waiting => waiting.query)
    // If the head fails, every query after it fails and reports the error.
    if (head) leaving.unshift(queryOf(head, () => {}))
    this.#underWay = true
    const batch = new QueryBatch(leaving, () => {
      this.#underWay = false
      this.#leave()
    })
    this.client.query(batch)
  }
}
