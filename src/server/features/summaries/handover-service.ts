import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import { deleteAfterHandover, holdForHandover, writeAlone } from '../documents/service'
import { putSummary, type Reading, readingOf } from './store'

/** How the document of a recording goes from one organisation to another. Whether it may is for whoever calls to know. */

export interface TakenDocument {
  name: string
  /** The summary. */
  content: string
  /** What Mate made it from. */
  reading: Reading | null
}

/** Takes a document out of an organisation with all that hangs on it; answers what is worth keeping. */
export async function takeOut(
  ctx: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
): Promise<TakenDocument> {
  const document = await holdForHandover(ctx, doc_id)
  const reading = await readingOf(ctx, doc_id)
  await deleteAfterHandover(ctx, doc_id)
  return { ...document, reading }
}

/** Puts the summary that Mate wrote elsewhere into a new document, as Mate's. */
export async function putIn(ctx: MemberContext, doc_id: number, { content, reading }: TakenDocument): Promise<void> {
  if (content === '') return
  const version = await writeAlone(ctx, doc_id, { content, version: 0 })
  if (version !== null && reading !== null) await putSummary(ctx, { doc_id, version }, reading)
}
