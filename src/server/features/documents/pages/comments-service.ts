import * as Y from 'yjs'
import { z } from 'zod'
import { Id, type Person } from '#shared/contract/common'
import type {
  addPageComment,
  addPageThread,
  deletePageComment,
  editPageComment,
  listPageThreads,
  PageThread,
  resolvePageThread,
} from '#shared/contract/documents/page-comments'
import type { Body, Page } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import { withoutLinkNames } from '#shared/page/references'
import { createCursor } from '../../../platform/cursor'
import { personFrom } from '../../../platform/people/person'
import type { PersonRow } from '../../../platform/people/person-columns'
import { portsOf } from '../../../platform/registry'
import type { MemberContext } from '../../../platform/request-context'
import { recordDocumentViews } from '../../audit/service'
import { noteDocumentLinks } from '../links/links-service'
import * as store from './comments-store'
import { requirePage } from './pages-service'

const cursor = createCursor(z.object({ id: Id }))

async function threadFrom(ctx: MemberContext, row: store.ThreadRow): Promise<PageThread> {
  const person = async (of: PersonRow | null): Promise<Person | null> => of && (await personFrom(ctx, of))
  const { thread_id, doc_id, begins_at, ends_at, quote, created_at, resolved_at } = row
  const comments = row.comments.map(async ({ author, ...comment }) => ({ ...comment, author: await person(author) }))
  return {
    ...{ thread_id, doc_id, quote, created_at, resolved_at },
    passage: { begins_at: begins_at.toString('base64'), ends_at: ends_at.toString('base64') },
    resolved_by: await person(row.resolver),
    comments: await Promise.all(comments),
  }
}

export async function list(ctx: MemberContext, body: Body<typeof listPageThreads>): Promise<Page<PageThread>> {
  const { doc_id, is_resolved, limit } = body
  await requirePage(ctx, doc_id, 'readable')
  const rows = await store.listThreads(ctx, doc_id, {
    ...{ is_resolved, after: cursor.read(body.cursor), limit: limit + 1 },
  })
  recordDocumentViews(ctx, [doc_id])
  const { shown, next_cursor } = cursor.cut(rows, limit, ({ thread_id }) => ({ id: thread_id }))
  return { items: await Promise.all(shown.map(row => threadFrom(ctx, row))), next_cursor }
}

/** A thread of a page that the caller may not read does not exist for them [D6]. */
async function lockThread(ctx: MemberContext, thread_id: number): Promise<store.LockedThread> {
  const thread = await store.lockThread(ctx, thread_id)
  if (!thread) throw apiError('thread.not_found')
  return thread
}

async function lockComment(ctx: MemberContext, comment_id: number) {
  const comment = await store.threadOf(ctx, comment_id)
  if (!comment) throw apiError('thread.not_found')
  const thread = await lockThread(ctx, comment.thread_id)
  return { ...thread, isOwn: comment.author_id === ctx.caller.user_id, before: comment.content }
}

type Thread = Pick<store.LockedThread, 'thread_id' | 'doc_id'>

function record(ctx: MemberContext, { thread_id, doc_id }: Thread, comment_id: number | null): void {
  ctx.record({ kind: 'page.commented', doc_id, thread_id, comment_id }, { to: 'document', doc_id })
}

/** Announces a thread to everybody who may read its page, and returns it. */
async function announced(ctx: MemberContext, thread: Thread, comment_id: number | null): Promise<PageThread> {
  record(ctx, thread, comment_id)
  return threadFrom(ctx, await store.readThread(ctx, thread.thread_id))
}

/** What is stored, if everybody whom it mentions may read the page. */
async function writtenFor(
  ctx: MemberContext,
  doc_id: number,
  { content: text, mentions }: store.Written,
): Promise<store.Written> {
  const content = withoutLinkNames(text)
  if (mentions.length === 0) return { content, mentions }
  const readers = await portsOf(ctx.app).readersOf(ctx.tx, ctx.organization_id, doc_id, ctx.now)
  if (!readers.everyone && mentions.some(user_id => !readers.user_ids.has(user_id)))
    throw apiError('page.mention_blind')
  return { content, mentions: [...new Set(mentions)] }
}

function placeFrom(encoded: string): Buffer {
  const bytes = Buffer.from(encoded, 'base64')
  try {
    Y.decodeRelativePosition(bytes)
  } catch {
    throw apiError('page.malformed')
  }
  return bytes
}

/** Comments on a passage. Everybody who may read a page may do this, because it does not change the text. */
export async function addThread(ctx: MemberContext, body: Body<typeof addPageThread>): Promise<PageThread> {
  const { doc_id, passage, quote } = body
  await requirePage(ctx, doc_id, 'readable')
  const [begins_at, ends_at] = [placeFrom(passage.begins_at), placeFrom(passage.ends_at)]
  const written = await writtenFor(ctx, doc_id, body)
  const thread_id = await store.insertThread(ctx, { doc_id, begins_at, ends_at, quote })
  const comment_id = await store.insertComment(ctx, thread_id, written)
  await noteDocumentLinks(ctx, { doc_id, page_comment_id: comment_id }, written)
  return announced(ctx, { thread_id, doc_id }, comment_id)
}

export async function addComment(ctx: MemberContext, body: Body<typeof addPageComment>): Promise<PageThread> {
  const thread = await lockThread(ctx, body.thread_id)
  const written = await writtenFor(ctx, thread.doc_id, body)
  const comment_id = await store.insertComment(ctx, thread.thread_id, written)
  await noteDocumentLinks(ctx, { doc_id: thread.doc_id, page_comment_id: comment_id }, written)
  if (thread.resolved_at !== null) await store.setResolved(ctx, thread.thread_id, false)
  return announced(ctx, thread, comment_id)
}

export async function editComment(ctx: MemberContext, body: Body<typeof editPageComment>): Promise<PageThread> {
  const { comment_id } = body
  const { isOwn, before, ...thread } = await lockComment(ctx, comment_id)
  if (!isOwn) throw apiError('thread.not_yours')
  const written = await writtenFor(ctx, thread.doc_id, body)
  await store.updateComment(ctx, comment_id, written)
  await noteDocumentLinks(ctx, { doc_id: thread.doc_id, page_comment_id: comment_id }, { ...written, before })
  return announced(ctx, thread, comment_id)
}

export async function removeComment(ctx: MemberContext, { comment_id }: Body<typeof deletePageComment>): Promise<null> {
  const { isOwn, managed, ...thread } = await lockComment(ctx, comment_id)
  if (!isOwn && !managed) throw apiError('thread.not_yours')
  await store.deleteComment(ctx, thread.thread_id, comment_id)
  record(ctx, thread, comment_id)
  return null
}

/** Resolves a thread or opens it again. Resolving it twice keeps who did it first. */
export async function resolve(ctx: MemberContext, body: Body<typeof resolvePageThread>): Promise<PageThread> {
  const { thread_id, is_resolved } = body
  const thread = await lockThread(ctx, thread_id)
  if (thread.created_by !== ctx.caller.user_id && !thread.writable) throw apiError('document.read_only')
  if ((thread.resolved_at !== null) !== is_resolved) await store.setResolved(ctx, thread_id, is_resolved)
  return announced(ctx, thread, null)
}
