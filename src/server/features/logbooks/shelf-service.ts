import type { Body } from '#shared/contract/endpoint'
import type { openedDocument, pinDocument } from '#shared/contract/logbooks'
import { day } from '#shared/limits'
import type { MemberScene } from '../../platform/scene'
import { noteDocumentViews } from '../audit/service'
import { requireReadable } from './rights'
import { putOnShelf } from './shelf-store'
import { unreadDocuments } from './unread-store'

/** Pins a document for the caller; nobody else learns of it. */
export async function pin(at: MemberScene, { doc_id, is_pinned }: Body<typeof pinDocument>): Promise<null> {
  await requireReadable(at, doc_id)
  await putOnShelf(at, doc_id, { is_pinned })
  return null
}

/** What was written longer ago is not called new any more. */
const newFor = 30 * day
const unreadAtMost = 100

/** Documents with something that the caller has not seen. */
export const unread = (at: MemberScene): Promise<number[]> =>
  unreadDocuments(at, { since: new Date(Date.parse(at.now) - newFor).toISOString(), limit: unreadAtMost })

/** Notes that the caller looks at a document; it is no write in it. */
export async function opened(at: MemberScene, { doc_id }: Body<typeof openedDocument>): Promise<null> {
  await requireReadable(at, doc_id)
  await putOnShelf(at, doc_id, { opened_at: at.now })
  noteDocumentViews(at, [doc_id])
  return null
}
