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
export function keepUp(database: Database, clock: Clock, log: Logger, features: readonly Upkeep[]): () => void {
  const run = () =>
    database
      .asOwner(async client => {
        for (const task of [...platformUpkeep, ...features]) await task(over(client), clock.now())
      })
      .catch(error => log.error({ err: error }, 'Upkeep failed; it is tried again in an hour.'))
  return clock.every(hour, () => void run())
}
