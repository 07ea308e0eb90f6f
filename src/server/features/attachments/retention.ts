import { attachments, undeleteWithin } from '#shared/limits'
import type { BatchCleanup } from '../../platform/maintenance'
import type { Objects } from '../../platform/objects/objects'
import { keptBelow, partsBelow } from './keys'
import { deleteExpiredUploads, deleteLostAttachments } from './retention-store'

/** Rows that are removed at once. */
const batch = 200
/** Files that are removed side by side. */
const atOnce = 10
/** What was begun in time may go on for a while. */
const grace = 60 * 60 * 1000

/**
 * Files leave with the document that they belong to, once it cannot be brought back any more; what belongs to nothing leaves after
 * a day, and so does what was uploaded and never finished [D23]: rows and objects.
 */
export function attachmentCleanups(objects: Pick<Objects, 'deleteBelow'>): BatchCleanup[] {
  const remove = async (keys: readonly string[]) => {
    for (let from = 0; from < keys.length; from += atOnce) {
      await Promise.all(keys.slice(from, from + atOnce).map(key => objects.deleteBelow(key)))
    }
  }
  const ago = (now: number, milliseconds: number) => new Date(now - milliseconds).toISOString()
  return [
    async (tx, now) => {
      const gone = await deleteExpiredUploads(tx, { before: ago(now, grace), limit: batch })
      await remove(gone.map(one => partsBelow(one.organization_id, one.id)))
      await remove(gone.filter(one => !one.is_kept).map(one => keptBelow(one.organization_id, one.id)))
      return gone.length === batch
    },
    async (tx, now) => {
      const gone = await deleteLostAttachments(tx, {
        createdBefore: ago(now, attachments.kept + grace),
        deletedBefore: ago(now, undeleteWithin),
        limit: batch,
      })
      await remove(gone.map(one => keptBelow(one.organization_id, one.id)))
      return gone.length === batch
    },
  ]
}
