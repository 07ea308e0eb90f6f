import type { Logger } from 'pino'
import { idempotencyRetention } from '#shared/limits'
import type { Clock } from './clock'
import { queryBuilderOn, type Tx } from './database/connection'
import type { Database } from './database/database'
import { forgetOldEvents } from './live/hub'

const hour = 60 * 60 * 1000

/** Something that is removed regularly because it is too old to matter. */
export type Cleanup = (tx: Tx, now: number) => Promise<void>

/**
 * Removes a batch of what is too old and lies elsewhere too, in a transaction of its own; answers whether there may be more. What
 * it removed elsewhere stays removed when the transaction fails: the rows are found again the next time.
 */
export type BatchCleanup = (tx: Tx, now: number) => Promise<boolean>

const platformCleanups: readonly Cleanup[] = [
  forgetOldEvents,
  async (tx, now) => {
    await tx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', new Date(now - idempotencyRetention).toISOString())
      .execute()
  },
]

/** The first round comes soon: a server that is restarted often must clean as well. */
const firstAfter = 60_000

/**
 * Runs all cleanups soon after the start and then once an hour, over all organisations. Answers how to stop: no further batch is
 * begun, and the promise resolves once the one that is under way has ended.
 */
export function startMaintenance(
  database: Pick<Database, 'asOwner'>,
  { clock, log }: { clock: Clock; log: Logger },
  cleanups: readonly BatchCleanup[],
): () => Promise<void> {
  let isOver = false
  let round: Promise<void> | null = null
  const run = async () => {
    await runCleanups(database, clock.now())
    await runBatchCleanups(database, clock.now(), cleanups, () => !isOver)
  }
  const begin = () => {
    round ??= run()
      .catch(error => log.error({ err: error }, 'A round of cleanups failed; it is tried again in an hour.'))
      .finally(() => {
        round = null
      })
  }
  const ends = [clock.after(firstAfter, begin), clock.every(hour, begin)]
  return async () => {
    isOver = true
    for (const end of ends) end()
    await round
  }
}

// An owner that is no superuser is bound by row level security too; this lets it see what is too old.
const begin = "begin; set local wheelhouse.upkeep = 'on'"

/** One round, in one transaction. */
export function runCleanups(database: Pick<Database, 'asOwner'>, now: number): Promise<void> {
  return database.asOwner(async client => {
    await client.query(begin)
    for (const task of platformCleanups) await task(queryBuilderOn(client), now)
    await client.query('commit')
  })
}

/** Runs all batch cleanups until nothing is left to remove, batch by batch, for as long as `mayGoOn` says so. */
export function runBatchCleanups(
  database: Pick<Database, 'asOwner'>,
  now: number,
  cleanups: readonly BatchCleanup[],
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  return database.asOwner(async client => {
    for (const cleanup of cleanups) {
      for (let hasMore = true; hasMore && mayGoOn(); ) {
        await client.query(begin)
        hasMore = await cleanup(queryBuilderOn(client), now)
        await client.query('commit')
      }
    }
  })
}
