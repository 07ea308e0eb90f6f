import { undeleteWithin } from '#shared/contract/documents/limits'
import type { BatchCleanup } from '../../platform/maintenance'
import { deleteLostDocuments } from './retention-store'

/** Documents that are removed at once. */
const batch = 50
/** Milliseconds for a restore that began in time. */
const grace = 60 * 60 * 1000

/** The instant before which documents must have been deleted to leave for good. */
export const lostBefore = (now: number): string => new Date(now - undeleteWithin - grace).toISOString()

/**
 * Removes documents that cannot be brought back any more [D3] and have no logs left, with their versions, graphs and grants. Their logs
 * are removed by logs, their files by attachments.
 */
export const removeLostDocuments: BatchCleanup = async (tx, now) =>
  (await deleteLostDocuments(tx, { deletedBefore: lostBefore(now), limit: batch })) === batch
