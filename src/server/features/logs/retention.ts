import type { BatchCleanup } from '../../platform/maintenance'
import { lostBefore, removeLostDocuments } from '../documents/service'
import { releaseFrames } from '../sources/service'
import { deleteLostLogs, framesInLogs } from './retention-store'

/** How many logs are removed in one transaction. */
const batch = 500
const frameId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Removes the logs of documents that can no longer be restored [D3], and releases pictures that only they showed. */
const removeLostLogs: BatchCleanup = async (tx, now) => {
  const gone = await deleteLostLogs(tx, { deletedBefore: lostBefore(now), limit: batch })
  const frames = new Map<number, Set<string>>()
  for (const { organization_id, frame_ids } of gone) {
    const ids = frames.get(organization_id) ?? new Set()
    // Logs may also show pictures from elsewhere, by URL.
    for (const id of frame_ids) if (frameId.test(id)) ids.add(id)
    frames.set(organization_id, ids)
  }
  for (const [organization_id, ids] of frames) {
    if (ids.size === 0) continue
    await releaseFrames(tx, organization_id, [...ids], held => framesInLogs(tx, organization_id, held))
  }
  return gone.length === batch
}

/** Documents are removed in the same round, after their logs. */
export const logCleanups: readonly BatchCleanup[] = [removeLostLogs, removeLostDocuments]
