import type { MemberContext } from '../../platform/request-context'
import * as store from './handover-store'
import { statusEvent } from './status'
import { enqueueTranscription } from './transcribe-job'

/** How recordings go from one organisation to another. Whether they may is for whoever calls to know. */

/** The document of a recording with a file of this batch; null where there is none. */
export const ofBatch = store.documentOfBatch

/** The document that the caller made of a guest's recording; null where they did not. */
export const convertedFrom = store.convertedFrom

/** All that is known of a recording, which nobody changes until the call ends; it goes with its document. */
export const takeOut = store.readWhole

/**
 * Gives a recording to a document. An unfinished one is enqueued here, from its beginning or for its summary; the job of the other
 * organisation finds nothing to do any more.
 */
export async function putIn(ctx: MemberContext, doc_id: number, how: store.HandedOver): Promise<void> {
  const row = await store.insertWhole(ctx, doc_id, how)
  ctx.record(statusEvent(row), { to: 'document', doc_id })
  if (row.stage !== 'done' && row.stage !== 'failed') await enqueueTranscription(ctx, doc_id)
}
