import type {
  DeletedItem,
  Document,
  deleteDocument,
  listDeleted,
  undeleteDocument,
} from '#shared/contract/documents/endpoints'
import { undeleteWithin } from '#shared/contract/documents/limits'
import type { Body, Page } from '#shared/contract/endpoint'
import { byTime } from '../../platform/by-time'
import type { Audience } from '../../platform/events'
import type { BatchCleanup } from '../../platform/maintenance'
import type { MemberContext } from '../../platform/request-context'
import { readersOf } from '../access/document-sql'
import { emptyRequests } from '../access/service'
import * as store from './deletion-store'
import { documentFor } from './documents-service'
import { lockDocument } from './documents-store'
import { deleteLostDocuments } from './retention-store'
import { requireFound, requireRight } from './rights'

const later = (instant: string, milliseconds: number) => new Date(Date.parse(instant) + milliseconds).toISOString()

/** A document deleted before this instant can no longer be restored. */
const restorableSince = ({ now }: MemberContext) => later(now, -undeleteWithin)

/** Marks the document as deleted: for everybody it is gone [4.7b], its rows stay. */
export async function remove(ctx: MemberContext, { doc_id }: Body<typeof deleteDocument>): Promise<null> {
  const document = requireFound(await lockDocument(ctx, doc_id))
  requireRight(document, 'managed')
  const readers = await audienceOf(ctx, doc_id)
  await store.setDeleted(ctx, doc_id, true)
  await emptyRequests(ctx, { kind: 'document', id: doc_id })
  ctx.record({ kind: 'document.deleted', doc_id }, readers)
  await ctx.audit({ kind: 'document.deleted', subject: `document:${doc_id}`, details: { name: document.name } })
  return null
}

/** Restores a deleted document for somebody who may delete it. One that is not deleted is returned unchanged. */
export async function undelete(ctx: MemberContext, { doc_id }: Body<typeof undeleteDocument>): Promise<Document> {
  const deleted = await store.lockRestorable(ctx, doc_id, restorableSince(ctx))
  if (deleted) {
    await store.setDeleted(ctx, doc_id, false)
    ctx.record({ kind: 'document.restored', doc_id }, { to: 'document', doc_id })
    await ctx.audit({ kind: 'document.restored', subject: `document:${doc_id}`, details: { name: deleted.name } })
  }
  return documentFor(ctx, doc_id)
}

export async function listRestorable(
  ctx: MemberContext,
  { cursor, limit }: Body<typeof listDeleted>,
): Promise<Page<DeletedItem>> {
  const since = restorableSince(ctx)
  const rows = await store.listRestorable(ctx, { since, after: byTime.read(cursor), limit: limit + 1 })
  const { shown, next_cursor } = byTime.cut(rows, limit, row => ({ at: row.deleted_at, id: row.doc_id }))
  const items = shown.map(row => ({
    doc_id: row.doc_id,
    doc_name: row.name,
    document_type: row.type,
    deleted_at: row.deleted_at,
    deleted_by: row.deleter,
    gone_at: later(row.deleted_at, undeleteWithin),
  }))
  return { items, next_cursor }
}

/**
 * The current readers of a document, by name. An event that ends somebody's right must use this audience: they could no
 * longer be found when the event is delivered.
 */
async function audienceOf(ctx: MemberContext, doc_id: number): Promise<Audience> {
  const { everyone, user_ids } = await readersOf(ctx.tx, ctx.organization_id, doc_id, ctx.now)
  return everyone ? { to: 'organisation' } : { to: 'users', user_ids: [...user_ids] }
}

/** How many documents are removed in one transaction. */
const batch = 50
/** Milliseconds for a restore that began in time. */
const grace = 60 * 60 * 1000

/** The instant before which documents must have been deleted to be removed for good. */
export const lostBefore = (now: number): string => new Date(now - undeleteWithin - grace).toISOString()

/**
 * Removes documents that can no longer be restored [D3] and have no logs left, with their versions, graphs and grants.
 * The features of logs and attachments remove logs and files.
 */
export const removeLostDocuments: BatchCleanup = async (tx, now) =>
  (await deleteLostDocuments(tx, { deletedBefore: lostBefore(now), limit: batch })) === batch
