import { randomInt } from 'node:crypto'
import * as Y from 'yjs'
import { document as limits } from '#shared/contract/documents/limits'
import type { changePage, openPage } from '#shared/contract/documents/pages'
import type { Answer, Body } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { writeInto } from '#shared/page/document'
import type { MemberContext } from '../../../platform/request-context'
import type { SystemContext } from '../../../platform/run-as'
import { recordDocumentViews } from '../../audit/service'
import { rightsOn } from '../documents-store'
import { requireFound, requireRight } from '../rights'
import { lockContentAsSystem } from '../versions-store'
import { isAllowed, readUpdate } from './check-update'
import { planCut } from './cut-job'
import * as store from './pages-store'
import { changed, isOwner, newStamp, owned, sharedDocument, spoiled } from './shared-documents'

/** What this file does in an organisation, with or without a caller. */
type Context = Pick<SystemContext, 'tx' | 'app' | 'organization_id' | 'now' | 'afterCommit'>

const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')

/** Refuses a document that the caller may not read or write as needed, and one that is not a page. */
export async function requirePage(ctx: MemberContext, doc_id: number, needed: 'readable' | 'writable'): Promise<void> {
  const found = requireFound(await rightsOn(ctx, doc_id))
  if (found.type !== 'document') throw apiError('page.not_a_page')
  if (needed === 'writable') requireRight(found, 'writable')
}

/** A page that is opened for the first time gets its shared document from its text, once for everybody. */
async function lockOrMakePage(ctx: Context, doc_id: number): Promise<store.PageRow> {
  return (await store.lockPage(ctx, doc_id)) ?? makePage(ctx, doc_id)
}

async function makePage(ctx: Context, doc_id: number): Promise<store.PageRow> {
  // Whoever opens it at the same time waits here, and then finds it.
  const { content } = requireFound(await lockContentAsSystem(ctx, doc_id))
  const madeMeanwhile = await store.lockPage(ctx, doc_id)
  if (madeMeanwhile) return madeMeanwhile
  const doc = new Y.Doc()
  writeInto(doc, content)
  await store.insertPage(ctx, doc_id, Y.encodeStateAsUpdate(doc), newStamp())
  return requireFound(await store.lockPage(ctx, doc_id))
}

export async function open(
  ctx: MemberContext,
  { doc_id, state_vector }: Body<typeof openPage>,
): Promise<Answer<typeof openPage>> {
  await requirePage(ctx, doc_id, 'readable')
  const page = await lockOrMakePage(ctx, doc_id)
  const doc = await sharedDocument(ctx, doc_id, page)
  recordDocumentViews(ctx, [doc_id])
  return {
    update: base64(missingFrom(doc, state_vector)),
    state_vector: base64(Y.encodeStateVector(doc)),
    seq: page.seq,
  }
}

function missingFrom(doc: Y.Doc, state_vector: string | undefined): Uint8Array {
  try {
    return Y.encodeStateAsUpdate(doc, state_vector === undefined ? undefined : Buffer.from(state_vector, 'base64'))
  } catch {
    throw apiError('page.malformed')
  }
}

/** Stores a change before it is acknowledged, and then sends it to those who have the page open [D46]. */
export async function change(
  ctx: MemberContext,
  { doc_id, update: sent }: Body<typeof changePage>,
): Promise<{ seq: number }> {
  // As few answers of the database as possible are awaited, because all who write in the page wait for one another.
  const [, known] = await Promise.all([requirePage(ctx, doc_id, 'writable'), store.lockPage(ctx, doc_id)])
  const page = known ?? (await makePage(ctx, doc_id))
  const update = Buffer.from(sent, 'base64')
  if (page.bytes + update.length > limits.pageBytes) throw apiError('page.too_long')
  const doc = await sharedDocument(ctx, doc_id, page)
  const read = readUpdate(doc, update)
  if (typeof read === 'string') throw apiError(read)
  if (read.isEmpty) return { seq: page.seq }
  const { user_id } = ctx.caller
  const fresh = read.clients.filter(client => !isOwner(ctx, doc_id, client, user_id))
  if (!(await store.claimClients(ctx, doc_id, fresh, user_id))) throw apiError('page.foreign_client')
  const next = { seq: page.seq + 1, stamp: newStamp() }
  if (!takesIn(doc, update, read.items)) {
    spoiled(ctx, doc_id)
    throw apiError('page.not_allowed')
  }
  changed(ctx, doc_id, { doc, ...next, bytes: page.bytes + update.length })
  await planCut(ctx, doc_id, page)
  ctx.atCommit(() => store.appendUpdate(ctx, doc_id, { ...next, update, user_id, isCut: false }))
  ctx.afterCommit(() => owned(ctx, doc_id, fresh, user_id))
  sendToReaders(ctx, doc_id, { seq: next.seq, update })
  return { seq: next.seq }
}

/** Applies an update; returns whether it is whole and holds only what the editor writes. */
function takesIn(doc: Y.Doc, update: Uint8Array, items: readonly Y.Item[]): boolean {
  try {
    Y.applyUpdate(doc, update)
    return doc.store.pendingStructs === null && doc.store.pendingDs === null && isAllowed(doc, items)
  } catch {
    return false
  }
}

function sendToReaders(ctx: Context, doc_id: number, { seq, update }: { seq: number; update: Uint8Array }): void {
  const { app, organization_id } = ctx
  const frame = { event: 'page' as const, doc_id, seq, update: base64(update) }
  ctx.afterCommit(() =>
    app.bus.publish({
      topic: 'momentary',
      organization_id,
      audience: { to: 'document', doc_id },
      by_user_id: null,
      frame,
    }),
  )
}

/** Makes the shared document of a page, if it has one, say what its new text says. */
export async function writeText(ctx: Context, doc_id: number, content: string, user_id: number | null): Promise<void> {
  const page = await store.lockPage(ctx, doc_id)
  if (!page) return
  const doc = await sharedDocument(ctx, doc_id, page)
  const updates: Uint8Array[] = []
  const collect = (update: Uint8Array) => updates.push(update)
  doc.clientID = randomInt(2 ** 32)
  doc.on('update', collect)
  writeInto(doc, content)
  doc.off('update', collect)
  if (updates.length === 0) return
  const next = { seq: page.seq + 1, stamp: newStamp() }
  const update = Y.mergeUpdates(updates)
  changed(ctx, doc_id, { doc, ...next, bytes: page.bytes + update.length })
  await store.claimClients(ctx, doc_id, [doc.clientID], user_id)
  await store.appendUpdate(ctx, doc_id, { ...next, update, user_id, isCut: true })
  sendToReaders(ctx, doc_id, { seq: next.seq, update })
}
