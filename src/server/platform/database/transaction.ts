import type pg from 'pg'
import { asConnectionError, connectTo, pipelineOf, queryBuilderOn, runStatement, type Tx } from './connection'
import type { QueryPipeline, Statement } from './query-pipeline'

/** Whose rows the transaction may see; row level security reads these values [D6]. */
export interface TenantScope {
  organization_id?: number | undefined
  user_id?: number | undefined
}

interface How<F> extends TenantScope {
  readOnly: boolean
  /** Whether all queries see one moment; for reading much, because it needs `readOnly`. */
  isSnapshot?: boolean
  /** Runs first; its queries are sent together with the opening of the transaction. */
  opening?: (tx: Tx) => Promise<F>
}

const plain = (sql: string): Statement => ({ sql, parameters: [] })
const begin = plain('begin')
const beginReadOnly = plain('begin read only')
const beginSnapshot = plain('begin isolation level repeatable read read only')
const commit = plain('commit')
const rollback = plain('rollback')

const setTenantSql = `select set_config('wheelhouse.organization_id', $1, true), set_config('wheelhouse.user_id', $2, true)`

/** Sets the tenant of the open transaction: an organisation and a person. */
export async function setTenant(tx: Tx, { organization_id, user_id }: TenantScope): Promise<void> {
  await runStatement(tx, setTenantSql, [String(organization_id ?? ''), String(user_id ?? '')])
}

/**
 * Lets the open transaction see invites to these addresses, which belong to the person but not to their organisation.
 */
export async function setTenantAddresses(tx: Tx, addresses: readonly string[]): Promise<void> {
  await runStatement(tx, `select set_config('wheelhouse.addresses', $1, true)`, [addresses.join(' ')])
}

/**
 * Runs `work` in one transaction. Its opening is sent together with the first queries, and the queries of `closing`
 * together with the commit. An error in `work` rolls back, unless `keeps` says that the writes of this error stay. Nobody
 * waits for the end of a transaction that only read.
 */
export async function inTransaction<T, F = undefined>(
  pool: pg.Pool,
  how: How<F>,
  work: (tx: Tx, opened: F) => Promise<T>,
  closing: (tx: Tx) => readonly Promise<unknown>[] = () => [],
  keeps: (error: unknown) => boolean = () => false,
): Promise<T> {
  const client = await connectTo(pool)
  const tx = queryBuilderOn(client)
  const pipeline = pipelineOf(tx)
  try {
    // Not awaited: the queries behind it fail if it fails.
    const begun = Promise.all([pipeline.send(beginningOf(how)), setTenant(tx, how)])
    begun.catch(() => {})
    const result = await work(tx, (await how.opening?.(tx)) as F)
    if (how.readOnly) {
      void end(client, () => pipeline.sendLast(commit))
    } else {
      await finish(pipeline, closing(tx))
      client.release()
    }
    return result
  } catch (error) {
    await end(client, () => (keeps(error) ? finish(pipeline, []) : pipeline.sendLast(rollback)))
    throw asConnectionError(client, error)
  }
}

const beginningOf = ({ readOnly, isSnapshot }: Pick<How<unknown>, 'readOnly' | 'isSnapshot'>) =>
  isSnapshot ? beginSnapshot : readOnly ? beginReadOnly : begin

async function finish(pipeline: QueryPipeline, last: readonly Promise<unknown>[]): Promise<void> {
  const [result] = await Promise.all([pipeline.sendLast(commit), ...last])
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
