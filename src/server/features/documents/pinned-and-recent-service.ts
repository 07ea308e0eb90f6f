import type { openedDocument, pinDocument } from '#shared/contract/documents/endpoints'
import type { Body } from '#shared/contract/endpoint'
import type { MemberContext } from '../../platform/request-context'
import { recordDocumentViews } from '../audit/service'
import { savePinnedOrOpened } from './pinned-and-recent-store'
import { requireReadable } from './rights'
import { unreadDocuments } from './unread-store'

/** Pins a document for the caller; nobody else is told. */
export async function pin(ctx: MemberContext, { doc_id, is_pinned }: Body<typeof pinDocument>): Promise<null> {
  await requireReadable(ctx, doc_id)
  await savePinnedOrOpened(ctx, doc_id, { is_pinned })
  return null
}

const unreadAtMost = 100

/** Documents with something that the caller has not seen. */
export const unread = (ctx: MemberContext): Promise<number[]> => unreadDocuments(ctx, unreadAtMost)

/** Records that the caller looks at a document; this is not a write. */
export async function opened(ctx: MemberContext, { doc_id }: Body<typeof openedDocument>): Promise<null> {
  await requireReadable(ctx, doc_id)
  await savePinnedOrOpened(ctx, doc_id, { opened_at: ctx.now })
  recordDocumentViews(ctx, [doc_id])
  return null
}
