import type pg from 'pg'
import { ask, connectTo, failureOn, flightsOf, over, type Tx } from './connection'
import type { QueryBatcher, Statement } from './query-batch'

/** Whose rows the transaction may see: the second wall reads these [D6]. */
export interface TenantScope {
  organization_id?: number | undefined
  user_id?: number | undefined
}

interface How<F> extends TenantScope {
  readOnly: boolean
  /** Goes first; its queries leave together with the opening of the transaction. */
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
  const batcher = flightsOf(tx)
  if (batcher.head) batcher.head = headOf(to, String(batcher.head.parameters[2]))
  else await ask(tx, setTenantSql, parametersOf(to))
}

/** Lets the open transaction see invites to these addresses, which belong to the person but not to their organisation. */
export async function setTenantAddresses(tx: Tx, addresses: readonly string[]): Promise<void> {
  const joined = addresses.join(' ')
  const batcher = flightsOf(tx)
  if (batcher.head) batcher.head = { ...batcher.head, parameters: [...batcher.head.parameters.slice(0, 2), joined] }
  else await ask(tx, `select set_config('wheelhouse.addresses', $1, true)`, [joined])
}

/**
 * Runs `work` in one transaction. Opening goes out as one batch of queries, and so do the commit and
 * what `closing` asks right before it. What `work`
 * throws rolls back, unless `keeps` says that this error's writes stay.
 *
 * Read-only work has a transaction for each batch instead, opened by setting its tenant: at PostgreSQL's usual isolation each query
 * sees what was committed before it anyway, and a round trip to begin and one to end are spared.
 */
export async function inTransaction<T, F = undefined>(
  pool: pg.Pool,
  how: How<F>,
  work: (tx: Tx, opened: F) => Promise<T>,
  closing: (tx: Tx) => readonly Promise<void>[] = () => [],
  keeps: (error: unknown) => boolean = () => false,
): Promise<T> {
  const client = await connectTo(pool)
  const tx = over(client)
  const batcher = flightsOf(tx)
  if (how.readOnly) {
    batcher.head = headOf(how)
    try {
      return await work(tx, (await how.opening?.(tx)) as F)
    } catch (error) {
      throw failureOn(client, error)
    } finally {
      batcher.head = null
      client.release()
    }
  }
  try {
    // Not waited for: it leaves with the first queries, and they fail with it.
    const begun = Promise.all([batcher.send(begin), ask(tx, setTenantSql, parametersOf(how))])
    begun.catch(() => {})
    const result = await work(tx, (await how.opening?.(tx)) as F)
    await finish(batcher, closing(tx))
    client.release()
    return result
  } catch (error) {
    await end(client, keeps(error) ? () => finish(batcher, []) : () => batcher.send(rollback))
    throw failureOn(client, error)
  }
}

async function finish(batcher: QueryBatcher, last: readonly Promise<void>[]): Promise<void> {
  const [result] = await Promise.all([batcher.send(commit), ...last])
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
