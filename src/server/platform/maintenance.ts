import { idempotencyRetention } from '#shared/limits'
import type { Settings } from '../settings'
import type { AppContext } from './app-context'
import { queryBuilderOn, type Tx } from './database/connection'
import type { Database } from './database/database'
import { deleteOldEvents } from './events'
import { type Schedule, schedule } from './jobs/job'

/**
 * Removes a batch of rows that are too old, and their objects elsewhere, in a transaction of its own; returns whether
 * there may be more. Objects stay removed if the transaction fails: the rows are found again the next time.
 */
export type BatchCleanup = (tx: Tx, now: number) => Promise<boolean>

/** The cleanups of a feature. */
interface FeatureCleanups {
  readonly name: string
  cleanups?(objects: AppContext['objects'], settings: Settings): readonly BatchCleanup[]
  catchUps?(app: AppContext): readonly BatchCleanup[]
}

const platform: FeatureCleanups = {
  name: 'platform',
  cleanups: () => [
    async (tx, now) => {
      await deleteOldEvents(tx, now)
      return false
    },
    async (tx, now) => {
      const before = new Date(now - idempotencyRetention).toISOString()
      await tx.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
      return false
    },
  ],
}

/**
 * Runs the cleanups of each feature, and what it catches up with, once an hour, over all organisations, as the owner of the
 * database. A stopping server begins no further batch.
 */
export function cleanupSchedules(
  database: Pick<Database, 'asOwner'>,
  features: readonly FeatureCleanups[],
): Schedule[] {
  return [platform, ...features].flatMap(({ name, cleanups, catchUps }) =>
    cleanups
      ? schedule(`${name}.cleanup`, '0 * * * *', async (app, { signal }) => {
          const all = [...cleanups(app.objects, app.settings), ...(catchUps?.(app) ?? [])]
          await runBatchCleanups(database, app.clock.now(), all, () => !signal.aborted)
          signal.throwIfAborted()
        })
      : [],
  )
}

// An owner that is no superuser is bound by row level security too; this lets it see what is too old.
const begin = "begin; set local wheelhouse.upkeep = 'on'"

/** Runs each cleanup batch by batch until nothing is left to remove, or until `mayGoOn` returns false. */
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
