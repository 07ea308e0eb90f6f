import { undeleteWithin } from '#shared/limits'
import type { BatchCleanup } from '../../platform/maintenance'
import { releaseFrames } from '../sources/service'
import { deleteLostDocuments, deleteLostLogs, framesInLogs } from './retention-store'

/** Logs that are removed at once, and documents. */
const batch = { logs: 500, documents: 50 }
/** Bringing a document back that was begun in time may go on for a while. */
const grace = 60 * 60 * 1000
const frameId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const deletedBefore = (now: number) => new Date(now - undeleteWithin - grace).toISOString()

/**
 * Documents leave for good once they cannot be brought back any more [D3], with their logs, versions, graphs and grants. Pictures that
 * only their logs showed are not kept for them any longer. Their files are removed by attachments.
 */
export const documentCleanups: readonly BatchCleanup[] = [
  async (tx, now) => {
    const gone = await deleteLostLogs(tx, { deletedBefore: deletedBefore(now), limit: batch.logs })
    const frames = new Map<number, Set<string>>()
    for (const { organization_id, frame_ids } of gone) {
      const ids = frames.get(organization_id) ?? new Set()
      // Logs may show pictures from elsewhere as well, by their address.
      for (const id of frame_ids) if (frameId.test(id)) ids.add(id)
      frames.set(organization_id, ids)
    }
    for (const [organization_id, ids] of frames) {
      if (ids.size === 0) continue
      await releaseFrames(tx, organization_id, [...ids], held => framesInLogs(tx, organization_id, held))
    }
    return gone.length === batch.logs
  },
  async (tx, now) => {
    const gone = await deleteLostDocuments(tx, { deletedBefore: deletedBefore(now), limit: batch.documents })
    return gone === batch.documents
  },
]
