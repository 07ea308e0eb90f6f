import type { Body } from '#shared/contract/endpoint'
import type { openedDocument, pinDocument } from '#shared/contract/logbooks'
import { day } from '#shared/limits'
import type { MemberContext } from '../../platform/request-context'
import { recordDocumentViews } from '../audit/service'
import { savePinnedOrOpened } from './pinned-and-recent-store'
import { requireReadable } from './rights'
import { unreadDocuments } from './unread-store'

/** Pins a document for the caller; nobody else learns of it. */
export async function pin(ctx: MemberContext, { doc_id, is_pinned }: Body<typeof pinDocument>): Promise<null> {
  await requireReadable(ctx, doc_id)
  await savePinnedOrOpened(ctx, doc_id, { is_pinned })
  return null
}

/** What was written longer ago is not called new any more. */
const newFor = 30 * day
const unreadAtMost = 100

/** Documents with something that the caller has not seen. */
export const unread = (ctx: MemberContext): Promise<number[]> =>
  unreadDocuments(ctx, { since: new Date(Date.parse(ctx.now) - newFor).toISOString(), limit: unreadAtMost })

/** Notes that the caller looks at a document; it is no write in it. */
export async function opened(ctx: MemberContext, { doc_id }: Body<typeof openedDocument>): Promise<null> {
  await requireReadable(ctx, doc_id)
  await savePinnedOrOpened(ctx, doc_id, { opened_at: ctx.now })
  recordDocumentViews(ctx, [doc_id])
  return null
}
