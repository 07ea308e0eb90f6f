import { attachments } from '#shared/contract/attachments/limits'
import { undeleteWithin } from '#shared/contract/documents/limits'
import type { BatchCleanup } from '../../platform/maintenance'
import type { Objects } from '../../platform/objects/objects'
import { filePrefix, partsPrefix } from './keys'
import { deleteExpiredUploads, deleteLostAttachments } from './retention-store'

/** Rows that are deleted in one transaction. */
const batch = 200
/** Files that are deleted concurrently. */
const atOnce = 10
/** An upload that began in time may continue for this many milliseconds. */
const grace = 60 * 60 * 1000

/**
 * Deletes rows and objects of files once their document can no longer be restored, of unattached files after a day, and
 * of unfinished uploads after a day [D23].
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
      await remove(gone.map(upload => partsPrefix(upload.organization_id, upload.id)))
      await remove(gone.filter(upload => !upload.is_kept).map(upload => filePrefix(upload.organization_id, upload.id)))
      return gone.length === batch
    },
    async (tx, now) => {
      const gone = await deleteLostAttachments(tx, {
        createdBefore: ago(now, attachments.kept + grace),
        deletedBefore: ago(now, undeleteWithin),
        limit: batch,
      })
      await remove(gone.map(file => filePrefix(file.organization_id, file.id)))
      return gone.length === batch
    },
  ]
}
