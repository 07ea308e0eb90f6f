import type { Body } from '#shared/contract/endpoint'
import type { openedDocument, pinDocument } from '#shared/contract/logbooks'
import type { MemberScene } from '../../platform/scene'
import { requireReadable } from './rights'
import { putOnShelf } from './shelf-store'

/** Pins a document for the caller; nobody else learns of it. */
export async function pin(at: MemberScene, { doc_id, is_pinned }: Body<typeof pinDocument>): Promise<null> {
  await requireReadable(at, doc_id)
  await putOnShelf(at, doc_id, { is_pinned })
  return null
}

/** Notes that the caller looks at a document; it is no write in it. */
export async function opened(at: MemberScene, { doc_id }: Body<typeof openedDocument>): Promise<null> {
  await requireReadable(at, doc_id)
  await putOnShelf(at, doc_id, { opened_at: at.now })
  return null
}
