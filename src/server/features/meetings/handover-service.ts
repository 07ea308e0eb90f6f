import type { MemberContext } from '../../platform/request-context'
import * as store from './handover-store'
import { statusEvent } from './status'
import { enqueueTranscription } from './transcribe-job'

/** How recordings go from one organisation to another. Whether they may is for whoever calls to know. */

/** The document of a recording with a file of this batch; null if there is none. */
export const ofBatch = store.documentOfBatch

/** The document that the caller converted from a guest's recording; null if there is none. */
export const convertedFrom = store.convertedFrom

/** Everything of a recording, locked until the call ends; it is deleted with its document. */
export const readForHandover = store.readWhole

/**
 * Adds a recording to a document. An unfinished one is enqueued, from its beginning or for its summary; the job of the
 * old organisation then has nothing to do.
 */
export async function insertHandedOver(ctx: MemberContext, doc_id: number, how: store.HandedOver): Promise<void> {
  const row = await store.insertWhole(ctx, doc_id, how)
  ctx.record(statusEvent(row), { to: 'document', doc_id })
  if (row.stage !== 'done' && row.stage !== 'failed') await enqueueTranscription(ctx, doc_id)
}
