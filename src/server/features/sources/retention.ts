import { frames } from '#shared/contract/sources/limits'
import type { BatchCleanup } from '../../platform/maintenance'
import type { Objects } from '../../platform/objects/objects'
import type { Settings } from '../../settings'
import { deleteOldFrames, deleteOldGrants, lockFrames, releaseKeptFrames } from './retention-store'

/** Rows that are deleted in one transaction. */
const batch = 500
/** Objects that are deleted concurrently. */
const atOnce = 20
/** Milliseconds for an upload that began in time. */
const uploadGrace = 10 * 60 * 1000

/**
 * Deletes rows and objects of expired pictures, and of uploads that were never shown [D34].
 * Pictures since the plan began are kept as long as it allows, earlier ones as before [D31].
 */
export function pictureCleanups(
  objects: Pick<Objects, 'delete'>,
  { BILLING }: Pick<Settings, 'BILLING'>,
): BatchCleanup[] {
  const remove = async (keys: readonly string[]) => {
    for (let from = 0; from < keys.length; from += atOnce) {
      await Promise.all(keys.slice(from, from + atOnce).map(key => objects.delete(key)))
    }
  }
  return [
    async (tx, now) => {
      const screenDays = frames.retentionDays
      const keys = await deleteOldFrames(tx, {
        now: new Date(now).toISOString(),
        screenDays,
        limit: batch,
        isLimitedByPlan: BILLING !== 'off',
      })
      await remove(keys)
      return keys.length === batch
    },
    async (tx, now) => {
      const until = new Date(now - uploadGrace).toISOString()
      const { count, orphans } = await deleteOldGrants(tx, { until, limit: batch })
      await remove(orphans)
      return count === batch
    },
  ]
}

/**
 * Releases pictures that were kept because a log showed them, so that they expire. `stillShown` returns which of them
 * other logs show; it runs while nobody can keep them again.
 */
export async function releaseFrames(
  tx: Parameters<BatchCleanup>[0],
  organization_id: number,
  ids: readonly string[],
  stillShown: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const held = await lockFrames(tx, organization_id, ids)
  if (held.length === 0) return
  const shown = await stillShown(held)
  await releaseKeptFrames(
    tx,
    organization_id,
    held.filter(id => !shown.has(id)),
  )
}
