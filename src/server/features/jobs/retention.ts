import { day } from '#shared/limits'
import type { BatchCleanup } from '../../platform/maintenance'
import { deleteOldRuns } from './runs-store'

/** How long the history of runs is kept, in milliseconds; the logs that they wrote stay. */
const kept = 90 * day
const batch = 1_000

export const runCleanups = (): BatchCleanup[] => [
  async (tx, now) => (await deleteOldRuns(tx, new Date(now - kept).toISOString(), batch)) === batch,
]
