import type { BatchCleanup } from '../../platform/maintenance'
import type { Objects } from '../../platform/objects/objects'
import { keyPrefixes } from '../attachments/service'
import { deleteGuests, expiredGuests, forgetArrivals } from './retention-store'

/** Guests who leave at once. */
const batch = 20
const hour = 60 * 60 * 1000
/** What was begun in time may go on for a while; nothing is answered to the guest any more. */
const grace = hour

/**
 * Guests leave after 24 hours with everything of theirs [D42]; what was converted is theirs no more. The objects go first: when that
 * breaks off, the rows are found again the next time, and so are the objects.
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
      await forgetArrivals(tx, new Date(now - hour).toISOString())
      return false
    },
  ]
}
