import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement for PostgreSQL: a text with `$1`… for its values. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** How many different statements stay prepared on a connection; others are planned on each call. */
const preparedAtMost = 400
/** The names of the statements that are prepared on each connection. */
const namesOn = new WeakMap<pg.Client, Map<string, string>>()

function namesFor(client: pg.Client): Map<string, string> {
  const known = namesOn.get(client)
  if (known) return known
  const names = new Map<string, string>()
  namesOn.set(client, names)
  return names
}

function statementName(names: Map<string, string>, sql: string): string | undefined {
  const known = names.get(sql)
  if (known || names.size >= preparedAtMost) return known
  const name = createHash('md5').update(sql).digest('hex')
  names.set(sql, name)
  return name
}

/**
 * Sends the queries of one transaction without waiting for the answers of earlier ones, those of one turn of the event
 * loop in one write. The connection must be opened with `pipeline`.
 */
export class QueryPipeline {
  #isCorked = false
  #isClosed = false

  readonly #names: Map<string, string>

  constructor(private readonly client: pg.Client) {
    this.#names = namesFor(client)
  }

  send(statement: Statement): Promise<pg.QueryResult> {
    return this.#isClosed ? Promise.reject(new Error('The transaction has ended.')) : this.#submit(statement)
  }

  /** Sends the statement that ends the transaction. Every later query fails. */
  sendLast(statement: Statement): Promise<pg.QueryResult> {
    this.#isClosed = true
    return this.#submit(statement)
  }

  /** Ends the connection without a word to the server. */
  breakConnection(): void {
    this.client.connection.stream.destroy()
  }

  #submit({ sql, parameters }: Statement): Promise<pg.QueryResult> {
    this.#cork()
    return new Promise((resolve, reject) => {
      // The driver copies a configuration object slowly, so the name is set afterwards.
      const query = new pg.Query(sql, [...parameters], (error: Error | undefined, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result),
      )
      Object.assign(query, { name: statementName(this.#names, sql) })
      this.client.query(query)
    })
  }

  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = this.client.connection
    stream.cork()
    // A tick requested in a microtask runs after all other microtasks, and the query builder sends in microtasks.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#isCorked = false
        stream.uncork()
      }),
    )
  }
}
