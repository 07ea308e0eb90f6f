import type pg from 'pg'
import PgBoss from 'pg-boss'
import type { Clock } from '../clock'
import { asConnectionError, connectTo, queryBuilderOn, runStatement, type Tx } from '../database/connection'

/** Seconds after which completed and failed jobs move from the table of jobs to the archive. */
const archiveCompletedAfterSeconds = 60 * 60
const archiveFailedAfterSeconds = 7 * 24 * 60 * 60
/** Jobs expire after ten years, so that none is lost because the server was off for weeks. */
const retentionDays = 10 * 365

/**
 * Installs or upgrades the schema of pg-boss as the owner of the database. A queue is a partition, which the serving role may
 * not create; the function that creates one therefore runs with the rights of the owner.
 */
export async function installPgBoss(client: pg.ClientBase): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false })
  await client.query(
    `alter function pgboss.create_queue(text, json) security definer set search_path = pg_catalog, pg_temp;
     revoke execute on all functions in schema pgboss from public`,
  )
}

/** The grants of the serving role on the schema of pg-boss. */
export const pgBossGrants = (role: string): string => /* sql */ `
  grant usage on schema pgboss to ${role};
  grant select, insert, update, delete on all tables in schema pgboss to ${role};
  grant execute on function pgboss.create_queue(text, json) to ${role};`

/** What statements on jobs need. */
export interface JobDatabase {
  readonly pool: pg.Pool
  readonly clock: Clock
}

/** pg-boss on the connection pool of this server, without timers of its own. */
export function createPgBoss(database: JobDatabase): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => executeOnPool(database, text, values) },
    migrate: false,
    supervise: false,
    schedule: false,
    archiveCompletedAfterSeconds,
    archiveFailedAfterSeconds,
    retentionDays,
  })
}

/** Makes pg-boss run its statements in an open transaction. */
export const transactionDb = (tx: Tx, clock: Clock): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const { sql, parameters } = withInjectedTime(text, values, clock)
    return { rows: await runStatement(tx, sql, parameters) }
  },
})

const inOrderOfCreation = 'ORDER BY created_on, id'
const isDue = 'start_after < now()'
/** The order of an index, so that a few of many waiting jobs are found without sorting them all. */
const inOrderOfStart = 'order by start_after'

/**
 * Fetches jobs that start within the next `ahead` milliseconds, the earliest start first, or the highest priority if the
 * job has priorities. Throws on failure; pg-boss itself swallows every error of this statement.
 */
export async function fetchJobs(
  { boss, ...database }: JobDatabase & { boss: PgBoss },
  { name, isPrioritized }: { name: string; isPrioritized: boolean },
  { batchSize, ahead }: { batchSize: number; ahead: number },
): Promise<PgBoss.JobWithMetadata<unknown>[]> {
  let failure: { error: unknown } | undefined
  const db: PgBoss.Db = {
    async executeSql(text, values) {
      try {
        if (!isPrioritized && !text.includes(inOrderOfCreation)) throw new Error('The order of pg-boss is unknown.')
        if (!text.includes(isDue)) throw new Error('What is due for pg-boss is unknown.')
        const soon = text.replace(isDue, `${isDue} + interval '${ahead} milliseconds'`)
        const sql = isPrioritized ? soon : soon.replace(inOrderOfCreation, inOrderOfStart)
        return await executeOnPool(database, sql, values)
      } catch (error) {
        failure = { error }
        throw error
      }
    },
  }
  const jobs = await boss.fetch<unknown>(name, { batchSize, includeMetadata: true, priority: isPrioritized, db })
  if (failure) throw failure.error
  return jobs
}

/** Runs one statement outside of a transaction. */
export async function runOnPool<Row>(pool: pg.Pool, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  const client = await connectTo(pool)
  try {
    return await runStatement<Row>(queryBuilderOn(client), sql, parameters)
  } catch (error) {
    throw asConnectionError(client, error)
  } finally {
    client.release()
  }
}

async function executeOnPool(
  { pool, clock }: JobDatabase,
  text: string,
  values?: unknown[],
): Promise<{ rows: unknown[] }> {
  if (values) {
    const { sql, parameters } = withInjectedTime(text, values, clock)
    return { rows: await runOnPool(pool, sql, parameters) }
  }
  // A text without values may contain several statements that open and end a transaction.
  const client = await connectTo(pool)
  let isBroken = true
  try {
    const result = await client.query(text.replaceAll('now()', `'${isoNow(clock)}'::timestamptz`))
    isBroken = false
    return { rows: result.rows ?? [] }
  } catch (error) {
    throw asConnectionError(client, error)
  } finally {
    // After an error the transaction may still be open, so the connection is discarded.
    client.release(isBroken)
  }
}

const isoNow = (clock: Clock) => new Date(clock.now()).toISOString()

/**
 * Replaces PostgreSQL's time in a statement of pg-boss by the injected clock, which the rest of the server uses too.
 */
function withInjectedTime(
  text: string,
  values: readonly unknown[],
  clock: Clock,
): { sql: string; parameters: unknown[] } {
  if (!text.includes('now()')) return { sql: text, parameters: [...values] }
  const placeholder = `$${values.length + 1}::timestamptz`
  return { sql: text.replaceAll('now()', placeholder), parameters: [...values, isoNow(clock)] }
}
