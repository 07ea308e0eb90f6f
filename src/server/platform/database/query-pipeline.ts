import { createHash } from 'node:crypto'
import pg from 'pg'

/** A statement for PostgreSQL: a text with `$1`… for its values. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
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

/**
 * Sends the queries of one transaction without waiting for the answers of earlier ones, those of one turn of the event
 * loop in one write. The connection must be opened with `pipeline`.
 */
export class QueryPipeline {
  #isCorked = false
  #isClosed = false

  constructor(private readonly client: pg.Client) {}

  send(statement: Statement): Promise<pg.QueryResult> {
    return this.#isClosed ? Promise.reject(new Error('The transaction has ended.')) : this.#submit(statement)
  }

  /** Sends the statement that ends the transaction. Every later query fails. */
  sendLast(statement: Statement): Promise<pg.QueryResult> {
    this.#isClosed = true
    return this.#submit(statement)
  }

  #submit({ sql, parameters }: Statement): Promise<pg.QueryResult> {
    this.#cork()
    return new Promise((resolve, reject) => {
      // The driver copies a configuration object slowly, so the name is set afterwards.
      const query = new pg.Query(sql, [...parameters], (error: Error | undefined, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result),
      )
      Object.assign(query, { name: statementName(sql) })
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
