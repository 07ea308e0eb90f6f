import { undeleteWithin } from '#shared/contract/documents/limits'
import type { BatchCleanup } from '../../platform/maintenance'
import { deleteLostDocuments } from './retention-store'

/** How many documents are removed in one transaction. */
const batch = 50
/** Milliseconds for a restore that began in time. */
const grace = 60 * 60 * 1000

/** The instant before which documents must have been deleted to be removed for good. */
export const lostBefore = (now: number): string => new Date(now - undeleteWithin - grace).toISOString()

/**
 * Removes documents that can no longer be restored [D3] and have no logs left, with their versions, graphs and grants.
 * The features of logs and attachments remove logs and files.
 */
export const removeLostDocuments: BatchCleanup = async (tx, now) =>
  (await deleteLostDocuments(tx, { deletedBefore: lostBefore(now), limit: batch })) === batch
