import type { MemberContext } from '../../platform/request-context'
import * as store from './handover-store'
import { putSummary } from './summaries/store'
import { writeAlone } from './versions-service'

/** How the document of a recording goes from one organisation to another. Whether it may is for whoever calls to know. */

/** Takes a document out of an organisation with all that hangs on it; answers what is worth keeping. */
export const takeOut = store.takeDocument

/** Puts the summary that Mate wrote elsewhere into a new document, as Mate's. */
export async function putIn(
  ctx: MemberContext,
  doc_id: number,
  { content, reading }: store.TakenDocument,
): Promise<void> {
  if (content === '') return
  const version = await writeAlone(ctx, doc_id, { content, version: 0 })
  if (version !== null && reading !== null) await putSummary(ctx, { doc_id, version }, reading)
}
