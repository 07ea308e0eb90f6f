import { z } from 'zod'
import { Id } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type {
  addLogComment,
  deleteLogComment,
  editLogComment,
  LogComment,
  LogDiscussion,
  listLogComments,
  reactToLog,
} from '#shared/contract/logs/discussion'
import { logComment as limits } from '#shared/contract/logs/limits'
import { apiError } from '#shared/errors'
import { withoutLinkNames } from '#shared/page/references'
import { createCursor } from '../../../platform/cursor'
import { personFrom } from '../../../platform/people/person'
import type { MemberContext } from '../../../platform/request-context'
import { readersAmong } from '../../access/document-sql'
import { recordDocumentViews } from '../../audit/service'
import { noteDocumentLinks, requireReadable } from '../../documents/service'
import { isInDocument } from '../logs-store'
import * as store from './store'

const cursor = createCursor(z.object({ id: Id }))

const commentFrom = async (ctx: MemberContext, { author, ...row }: store.CommentRow): Promise<LogComment> => ({
  ...row,
  author: author && (await personFrom(ctx, author)),
})

/** A log that the caller may not read does not exist for them [D6]. */
async function requireLog(ctx: MemberContext, { doc_id, log_id }: { doc_id: number; log_id: number }): Promise<void> {
  await requireReadable(ctx, doc_id)
  if (!(await isInDocument(ctx, doc_id, log_id))) throw apiError('log.not_found')
}

export async function list(ctx: MemberContext, body: Body<typeof listLogComments>): Promise<Page<LogComment>> {
  await requireLog(ctx, body)
  recordDocumentViews(ctx, [body.doc_id])
  const rows = await store.listComments(ctx, body.log_id, { after: cursor.read(body.cursor), limit: body.limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, body.limit, row => ({ id: row.comment_id }))
  return { items: await Promise.all(shown.map(row => commentFrom(ctx, row))), next_cursor }
}

/** Tells everybody who may read the log what is said about it now. */
async function announce(
  ctx: MemberContext,
  { doc_id, log_id }: { doc_id: number; log_id: number },
  deleted_comment_id: number | null = null,
): Promise<LogDiscussion> {
  const discussion = await store.discussionOf(ctx, log_id)
  if (!discussion) throw apiError('log.not_found')
  ctx.record({ kind: 'log.discussed', doc_id, log_id, ...discussion, deleted_comment_id }, { to: 'document', doc_id })
  return discussion
}

export async function add(ctx: MemberContext, body: Body<typeof addLogComment>): Promise<LogComment> {
  const { doc_id, log_id } = body
  const comment = withoutLinkNames(body.comment)
  await requireLog(ctx, body)
  const mentions = [...new Set(body.mentions)]
  await requireReaders(ctx, doc_id, mentions)
  const comment_id = await store.insertComment(ctx, { log_id, comment, mentions })
  await noteDocumentLinks(ctx, { doc_id, log_id, log_comment_id: comment_id }, { content: comment })
  await announce(ctx, body)
  recordMentions(ctx, { doc_id, log_id, comment_id, user_ids: mentions })
  return commentFrom(ctx, await requireComment(ctx, comment_id))
}

/** A comment on a log that the caller may not read does not exist for them [D6]. */
async function requireComment(ctx: MemberContext, comment_id: number): Promise<store.CommentRow> {
  const row = await store.findComment(ctx, comment_id)
  if (!row) throw apiError('comment.not_found')
  return row
}

async function requireReaders(ctx: MemberContext, doc_id: number, mentions: readonly number[]): Promise<void> {
  if ((await readersAmong(ctx, doc_id, mentions)).length < mentions.length) throw apiError('log.mention_blind')
}

/** Changes a comment within a day of writing it; readers see that it was edited, and who is newly mentioned hears of it. */
export async function edit(ctx: MemberContext, body: Body<typeof editLogComment>): Promise<LogComment> {
  const { comment_id } = body
  const comment = withoutLinkNames(body.comment)
  const row = await requireComment(ctx, comment_id)
  if (row.author?.user_id !== ctx.caller.user_id) throw apiError('comment.not_yours')
  if (Date.parse(ctx.now) - Date.parse(row.created_at) > limits.editableFor) throw apiError('comment.too_late')
  const mentions = [...new Set(body.mentions)]
  const user_ids = mentions.filter(user_id => !row.mentions.includes(user_id))
  await requireReaders(ctx, row.doc_id, user_ids)
  await store.updateComment(ctx, comment_id, { comment, mentions })
  const place = { doc_id: row.doc_id, log_id: row.log_id, log_comment_id: comment_id }
  await noteDocumentLinks(ctx, place, { content: comment, before: row.comment })
  await announce(ctx, row)
  recordMentions(ctx, { doc_id: row.doc_id, log_id: row.log_id, comment_id, user_ids })
  return commentFrom(ctx, await requireComment(ctx, comment_id))
}

export async function remove(ctx: MemberContext, { comment_id }: Body<typeof deleteLogComment>): Promise<null> {
  const row = await requireComment(ctx, comment_id)
  const isOwn = row.author?.user_id === ctx.caller.user_id
  if (!isOwn && ctx.member.org_role === 'member') throw apiError('comment.not_yours')
  await store.deleteComment(ctx, comment_id)
  await announce(ctx, row, comment_id)
  if (!isOwn)
    await ctx.audit({ kind: 'comment.deleted', subject: `log:${row.log_id}`, details: { author: row.author?.user_id } })
  return null
}

export async function react(ctx: MemberContext, body: Body<typeof reactToLog>): Promise<LogDiscussion> {
  await requireLog(ctx, body)
  await store.setReaction(ctx, body)
  return announce(ctx, body)
}

/** Leads to a notification of each person who is mentioned in a log, or in a comment on it. */
export function recordMentions(
  ctx: MemberContext,
  mention: { doc_id: number; log_id: number; comment_id: number | null; user_ids: readonly number[] },
): void {
  const user_ids = [...mention.user_ids]
  if (user_ids.length > 0) ctx.record({ kind: 'log.mentioned', ...mention, user_ids }, { to: 'users', user_ids })
}
