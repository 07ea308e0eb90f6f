import type pg from 'pg'
import { asConnectionError, batcherOf, connectTo, queryBuilderOn, runStatement, type Tx } from './connection'
import type { QueryBatcher, Statement } from './query-batch'

/** Whose rows the transaction may see; row level security reads these values [D6]. */
export interface TenantScope {
  organization_id?: number | undefined
  user_id?: number | undefined
}

interface How<F> extends TenantScope {
  readOnly: boolean
  /** Runs first; its queries are sent together with the opening of the transaction. */
  opening?: (tx: Tx) => Promise<F>
}

const plain = (sql: string): Statement => ({ sql, parameters: [] })
const begin = plain('begin')
const commit = plain('commit')
const rollback = plain('rollback')

const setTenantSql = `select set_config('wheelhouse.organization_id', $1, true), set_config('wheelhouse.user_id', $2, true)`
const setTenantReadOnlySql = `${setTenantSql}, set_config('wheelhouse.addresses', $3, true), set_config('transaction_read_only', 'on', true)`

const parametersOf = ({ organization_id, user_id }: TenantScope) => [
  String(organization_id ?? ''),
  String(user_id ?? ''),
]
const headOf = (to: TenantScope, addresses = ''): Statement => ({
  sql: setTenantReadOnlySql,
  parameters: [...parametersOf(to), addresses],
})

/** Sets the tenant of the open transaction: an organisation and a person. */
export async function setTenant(tx: Tx, to: TenantScope): Promise<void> {
  const batcher = batcherOf(tx)
  if (batcher.head) batcher.head = headOf(to, String(batcher.head.parameters[2]))
  else await runStatement(tx, setTenantSql, parametersOf(to))
}

/**
 * Lets the open transaction see invites to these addresses, which belong to the person but not to their organisation.
 */
export async function setTenantAddresses(tx: Tx, addresses: readonly string[]): Promise<void> {
  const joined = addresses.join(' ')
  const batcher = batcherOf(tx)
  if (batcher.head) batcher.head = { ...batcher.head, parameters: [...batcher.head.parameters.slice(0, 2), joined] }
  else await runStatement(tx, `select set_config('wheelhouse.addresses', $1, true)`, [joined])
}

/**
 * Runs `work` in one transaction. The opening is sent as one batch of queries, and so is the commit with the queries of
 * `closing` right before it. An error in `work` rolls back, unless `keeps` says that the writes of this error stay.
 *
 * Read-only work has a transaction for each batch instead, which starts by setting the tenant. At PostgreSQL's default
 * isolation, each query sees what was committed before it anyway, and this saves the round trips to begin and to end.
 */
export async function inTransaction<T, F = undefined>(
  pool: pg.Pool,
  how: How<F>,
  work: (tx: Tx, opened: F) => Promise<T>,
  closing: (tx: Tx) => readonly Promise<void>[] = () => [],
  keeps: (error: unknown) => boolean = () => false,
): Promise<T> {
  const client = await connectTo(pool)
  const tx = queryBuilderOn(client)
  const batcher = batcherOf(tx)
  if (how.readOnly) {
    batcher.head = headOf(how)
    try {
      return await work(tx, (await how.opening?.(tx)) as F)
    } catch (error) {
      throw asConnectionError(client, error)
    } finally {
      batcher.close()
      client.release()
    }
  }
  try {
    // Not awaited: it is sent with the first queries, which fail if it fails.
    const begun = Promise.all([batcher.send(begin), runStatement(tx, setTenantSql, parametersOf(how))])
    begun.catch(() => {})
    const result = await work(tx, (await how.opening?.(tx)) as F)
    await finish(batcher, closing(tx))
    client.release()
    return result
  } catch (error) {
    await end(client, () => (keeps(error) ? finish(batcher, []) : batcher.sendLast(rollback)))
    throw asConnectionError(client, error)
  }
}

async function finish(batcher: QueryBatcher, last: readonly Promise<void>[]): Promise<void> {
  const [result] = await Promise.all([batcher.sendLast(commit), ...last])
  // PostgreSQL answers the commit of a failed transaction with a rollback, not with an error.
  if (result.command !== 'COMMIT') throw new Error('The transaction was rolled back at commit.')
}

/** Ends the transaction and returns the connection to the pool, or discards it if it no longer works. */
async function end(client: pg.PoolClient, how: () => Promise<unknown>): Promise<void> {
  try {
    await how()
    client.release()
  } catch {
    client.release(true)
  }
}
