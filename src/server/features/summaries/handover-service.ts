import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import { deleteAfterHandover, lockForHandover, writeAsSystem } from '../documents/service'
import { putSummary, type Reading, readingOf } from './store'

/**
 * Moves the document of a recording from one organisation to another. The caller of these functions checks the
 * permission.
 */

export interface TakenDocument {
  name: string
  /** The summary. */
  content: string
  /** What Mate made it from. */
  reading: Reading | null
}

/** Removes a document with its dependent rows from an organisation; returns what can be kept. */
export async function removeDocument(
  ctx: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
): Promise<TakenDocument> {
  const document = await lockForHandover(ctx, doc_id)
  const reading = await readingOf(ctx, doc_id)
  await deleteAfterHandover(ctx, doc_id)
  return { ...document, reading }
}

/** Adds a summary that Mate wrote elsewhere to a new document. */
export async function addSummary(
  ctx: MemberContext,
  doc_id: number,
  { content, reading }: TakenDocument,
): Promise<void> {
  if (content === '') return
  const version = await writeAsSystem(ctx, doc_id, { content, version: 0 })
  if (version !== null && reading !== null) await putSummary(ctx, { doc_id, version }, reading)
}
