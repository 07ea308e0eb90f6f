import { type CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { over, sendNow, sendTogether, type Tx } from './connection'

/** Whose rows the transaction may see: the second wall reads these [D6]. */
export interface Narrowing {
  organization_id?: number | undefined
  user_id?: number | undefined
}

interface How<F> extends Narrowing {
  readOnly: boolean
  /** Queries that go out together with the opening of the transaction, saving a round trip. */
  opening?: (tx: Tx) => Promise<F>
}

function narrowing({ organization_id, user_id }: Narrowing) {
  return sql`select set_config('wheelhouse.organization_id', ${String(organization_id ?? '')}, true),
    set_config('wheelhouse.user_id', ${String(user_id ?? '')}, true)`
}

/** Narrows the open transaction to an organisation and a person. */
export async function narrow(tx: Tx, to: Narrowing): Promise<void> {
  await narrowing(to).execute(tx)
}

/** Lets the open transaction see invites to these addresses, which belong to the person but not to their organisation. */
export async function narrowToAddresses(tx: Tx, addresses: readonly string[]): Promise<void> {
  await sql`select set_config('wheelhouse.addresses', ${addresses.join(' ')}, true)`.execute(tx)
}

/**
 * Runs `work` in one transaction. Opening goes out as one flight of queries, and so do `closing` and the commit. What `work`
 * throws rolls back, unless `keeps` says that this error's writes stay. Read-only work does not wait for its commit.
 */
export async function inTransaction<T, F = undefined>(
  pool: pg.Pool,
  how: How<F>,
  work: (tx: Tx, opened: F) => Promise<T>,
  closing: (tx: Tx) => readonly CompiledQuery[] = () => [],
  keeps: (error: unknown) => boolean = () => false,
): Promise<T> {
  const client = await pool.connect()
  const tx = over(client)
  try {
    sendTogether(client)
    const [, , opened] = await Promise.all([
      client.query(how.readOnly ? 'begin read only' : 'begin'),
      // Sent before anything that goes through the query builder, which takes a few turns of the event loop to send.
      sendNow(client, narrowing(how).compile(tx)),
      how.opening?.(tx) as Promise<F>,
    ])
    const result = await work(tx, opened)
    if (how.readOnly) {
      client.query('commit').then(
        () => client.release(),
        () => client.release(true),
      )
      return result
    }
    await commit(client, closing(tx))
    client.release()
    return result
  } catch (error) {
    await end(client, keeps(error) ? () => commit(client, []) : () => client.query('rollback'))
    throw error
  }
}

async function commit(client: pg.PoolClient, last: readonly CompiledQuery[]): Promise<void> {
  const sent = last.map(query => sendNow(client, query))
  const [result] = await Promise.all([client.query('commit'), ...sent])
  // PostgreSQL answers a commit of a failed transaction with a rollback, not with an error.
  if (result.command !== 'COMMIT') throw new Error('The transaction was rolled back at commit.')
}

/** Ends the transaction and gives the connection back, or away when it no longer works. */
async function end(client: pg.PoolClient, how: () => Promise<unknown>): Promise<void> {
  try {
    await how()
    client.release()
  } catch {
    client.release(true)
  }
}
