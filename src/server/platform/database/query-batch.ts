import { createHash } from 'node:crypto'
import pg from 'pg'

/** What is sent to PostgreSQL: a text with `$1`… for its values. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** What the driver does with a query while its answer comes in; the driver's types leave it out. */
interface Answered {
  readonly name?: string
  readonly text: string
  prepare(connection: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
  handleReadyForQuery(connection: Wire): void
  handleError(error: Error, connection: Wire): void
}

/** The driver's connection, as far as a batch knows it. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
  sync(): void
}

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

function queryOf(
  { sql, parameters }: Statement,
  answered: (error: Error | undefined, result: unknown) => void,
): Answered {
  const name = statementName(sql)
  const query = new pg.Query({ text: sql, values: [...parameters], ...(name && { name }) }, answered)
  return query as unknown as Answered
}

/**
 * Queries that travel as one: back to back in a single message, with a single `Sync` behind the last. PostgreSQL answers a
 * batch in one piece too, where it would otherwise write, and wake this process, once for each query. When a query fails, those
 * behind it are not run and fail with the same error. Outside of a transaction a batch is one by itself.
 */
class QueryBatch implements pg.Submittable {
  #answering = 0

  constructor(
    private readonly queries: readonly Answered[],
    private readonly landed: () => void,
  ) {}

  get #current(): Answered {
    const query = this.queries[this.#answering]
    if (!query) throw new Error('PostgreSQL answered more queries than it was asked.')
    return query
  }

  /** The driver notes under it what PostgreSQL has prepared. */
  get name(): string | undefined {
    return this.queries[this.#answering]?.name
  }

  get text(): string | undefined {
    return this.queries[this.#answering]?.text
  }

  submit = (connection: pg.Connection): void => {
    const wire = connection as unknown as Wire
    const withoutSync: Wire = Object.create(wire, { sync: { value: () => {} } })
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

  handleCommandComplete(message: unknown, connection: Wire): void {
    this.#current.handleCommandComplete(message, connection)
    this.#answering += 1
  }

  handleReadyForQuery(connection: Wire): void {
    this.landed()
    for (const query of this.queries) query.handleReadyForQuery(connection)
  }

  handleError(error: Error, connection: Wire): void {
    // PostgreSQL skipped what came behind the failure: a statement that was first met there is not prepared.
    for (const { name } of this.queries)
      if (name && !connection.parsedStatements[name]) delete connection.submittedNamedStatements[name]
    this.landed()
    for (const query of this.queries) query.handleError(error, connection)
  }
}

interface Waiting {
  head: Statement | null
  query: Answered
}

/** Gathers what a connection is asked in one turn of the event loop, or while an earlier batch is under way, into a batch. */
export class QueryBatcher {
  /** Goes at the head of each batch with what is sent while it is set. */
  head: Statement | null = null
  #waiting: Waiting[] = []
  #underWay = false

  constructor(private readonly client: pg.ClientBase) {}

  send(statement: Statement): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const query = queryOf(statement, (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult)))
      this.#waiting.push({ head: this.head, query })
      if (this.#waiting.length > 1 || this.#underWay) return
      // A tick that is asked for by a microtask comes behind all other microtasks, in which the query builder sends.
      queueMicrotask(() => process.nextTick(() => this.#leave()))
    })
  }

  #leave(): void {
    const [first] = this.#waiting
    if (!first) return
    const { head } = first
    const other = this.#waiting.findIndex(waiting => waiting.head !== head)
    const leaving = this.#waiting.splice(0, other < 0 ? this.#waiting.length : other).map(waiting => waiting.query)
    // What goes wrong with the head goes wrong with all behind it, and is told there.
    if (head) leaving.unshift(queryOf(head, () => {}))
    this.#underWay = true
    const batch = new QueryBatch(leaving, () => {
      this.#underWay = false
      this.#leave()
    })
    this.client.query(batch)
  }
}
