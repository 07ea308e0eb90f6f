import pg from 'pg'

/** Lets transactions run to their end and leaves the database as it is: while it is on, a commit keeps nothing. */
export class DryRun {
  isOn = false
  readonly #known = new WeakSet<pg.PoolClient>()

  constructor(pool: pg.Pool) {
    pool.on('acquire', client => this.#watch(client))
  }

  #watch(client: pg.PoolClient): void {
    if (this.#known.has(client)) return
    this.#known.add(client)
    const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown
    const watched = (statement: unknown, ...rest: unknown[]) => {
      if (this.isOn && statement instanceof pg.Query && textOf(statement) === 'commit') {
        // The commit that follows is of an empty transaction, and is answered like any other.
        query(new pg.Query('rollback'))
        query(new pg.Query('begin'))
      }
      return query(statement, ...rest)
    }
    Object.assign(client, { query: watched })
  }
}

const textOf = (statement: pg.Query): string => (statement as unknown as { text: string }).text
