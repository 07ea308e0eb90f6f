import type { BatchCleanup } from '../../platform/maintenance'
import type { Objects } from '../../platform/objects/objects'
import { keyPrefixes } from '../attachments/service'
import { deleteGuests, deleteOldArrivals, expiredGuests } from './retention-store'

/** Guests that are removed in one transaction. */
const batch = 20
const hour = 60 * 60 * 1000
/** Milliseconds for work that began in time; the guest gets no more answers. */
const grace = hour

/**
 * Removes guests after 24 hours with everything of theirs [D42]; converted recordings are no longer theirs. The objects
 * go first: if that is interrupted, the rows are found again the next time, and with them the objects.
 */
export function guestCleanups(objects: Pick<Objects, 'deleteBelow'>): BatchCleanup[] {
  return [
    async (tx, now) => {
      const gone = await expiredGuests(tx, { before: new Date(now - grace).toISOString(), limit: batch })
      for (const { organization_id } of gone)
        await Promise.all(keyPrefixes(organization_id).map(key => objects.deleteBelow(key)))
      if (gone.length > 0) await deleteGuests(tx, gone)
      return gone.length === batch
    },
    async (tx, now) => {
      await deleteOldArrivals(tx, new Date(now - hour).toISOString())
      return false
    },
  ]
}
