import { frames } from '#shared/contract/sources/limits'
import type { BatchCleanup } from '../../platform/maintenance'
import type { Objects } from '../../platform/objects/objects'
import { deleteOldFrames, deleteOldGrants, holdFrames, letGo } from './retention-store'

/** Rows that are removed at once. */
const batch = 500
/** Objects that are removed side by side. */
const atOnce = 20
/** An upload that began in time may go on for a while. */
const uploadsEndWithin = 10 * 60 * 1000

/** Pictures leave when their time is over, and so does what was uploaded and never shown [D34]: rows and objects. */
export function pictureCleanups(objects: Pick<Objects, 'delete'>): BatchCleanup[] {
  const remove = async (keys: readonly string[]) => {
    for (let from = 0; from < keys.length; from += atOnce) {
      await Promise.all(keys.slice(from, from + atOnce).map(key => objects.delete(key)))
    }
  }
  return [
    async (tx, now) => {
      const screenDays = frames.retentionDays
      const keys = await deleteOldFrames(tx, { now: new Date(now).toISOString(), screenDays, limit: batch })
      await remove(keys)
      return keys.length === batch
    },
    async (tx, now) => {
      const until = new Date(now - uploadsEndWithin).toISOString()
      const { count, orphans } = await deleteOldGrants(tx, { until, limit: batch })
      await remove(orphans)
      return count === batch
    },
  ]
}

/**
 * Lets go of pictures that were kept because a log showed them: they leave when their time is over. `stillShown` answers which of them
 * others show; it is asked while nobody can keep them anew.
 */
export async function releaseFrames(
  tx: Parameters<BatchCleanup>[0],
  organization_id: number,
  ids: readonly string[],
  stillShown: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const held = await holdFrames(tx, organization_id, ids)
  if (held.length === 0) return
  const shown = await stillShown(held)
  await letGo(
    tx,
    organization_id,
    held.filter(id => !shown.has(id)),
  )
}
