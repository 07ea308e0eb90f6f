import type { Logger } from 'pino'
import { idempotencyRetention } from '#shared/limits'
import type { Clock } from './clock'
import { over, type Tx } from './database/connection'
import type { Database } from './database/database'
import { forgetOldEvents } from './live/hub'

const hour = 60 * 60 * 1000

/** Something that is removed regularly because it is too old to matter. */
export type Upkeep = (tx: Tx, now: number) => Promise<void>

const platformUpkeep: readonly Upkeep[] = [
  forgetOldEvents,
  async (tx, now) => {
    await tx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', new Date(now - idempotencyRetention).toISOString())
      .execute()
  },
]

/** Runs all upkeep once an hour, over all organisations. Answers how to stop. */
export function keepUp(
  database: Pick<Database, 'asOwner'>,
  { clock, log }: { clock: Clock; log: Logger },
  features: readonly Upkeep[],
): () => void {
  return clock.every(hour, () => {
    doUpkeep(database, clock.now(), features).catch(error =>
      log.error({ err: error }, 'Upkeep failed; it is tried again in an hour.'),
    )
  })
}

/** One round, in one transaction. */
export function doUpkeep(database: Pick<Database, 'asOwner'>, now: number, features: readonly Upkeep[]): Promise<void> {
  return database.asOwner(async client => {
    // An owner that is no superuser is bound by row level security too; this lets it see what is too old.
    await client.query("begin; set local wheelhouse.upkeep = 'on'")
    for (const task of [...platformUpkeep, ...features]) await task(over(client), now)
    await client.query('commit')
  })
}
