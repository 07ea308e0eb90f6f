import { z } from 'zod'
import { Id } from '#shared/contract/common'
import type { Body, Page } from '#shared/contract/endpoint'
import type {
  addComment,
  deleteComment,
  editComment,
  listComments,
  reactToComment,
  TaskComment,
} from '#shared/contract/tasks/comments'
import { comment as limits } from '#shared/contract/tasks/limits'
import { apiError } from '#shared/errors'
import { withoutLinkNames } from '#shared/page/references'
import { createCursor } from '../../platform/cursor'
import { personFrom } from '../../platform/people/person'
import type { MemberContext } from '../../platform/request-context'
import { attachToTask, detachFromTask } from '../attachments/service'
import { noteDocumentLinks } from '../documents/service'
import { audienceFor } from './audience'
import * as store from './comments-store'
import { requireSeen } from './rights'
import { membersSeeing, seersOf } from './store'

const cursor = createCursor(z.object({ id: Id }))

const commentFrom = async (ctx: MemberContext, { author, ...row }: store.CommentRow): Promise<TaskComment> => ({
  ...row,
  comment_id: row.id,
  author: author && (await personFrom(ctx, author)),
})

export async function list(ctx: MemberContext, body: Body<typeof listComments>): Promise<Page<TaskComment>> {
  const { task_id, limit } = body
  await requireSeen(ctx, [task_id])
  const rows = await store.listComments(ctx, task_id, { after: cursor.read(body.cursor), limit: limit + 1 })
  const { shown, next_cursor } = cursor.cut(rows, limit, ({ id }) => ({ id }))
  return { items: await Promise.all(shown.map(row => commentFrom(ctx, row))), next_cursor }
}

/** A comment of a task that the caller may not see does not exist for them [D6]. */
async function requireComment(ctx: MemberContext, comment_id: number): Promise<store.CommentRow> {
  const row = await store.findComment(ctx, comment_id)
  if (!row) throw apiError('comment.not_found')
  return row
}

/** Announces a comment to those who may see its task, and returns it. */
async function announced(ctx: MemberContext, comment_id: number): Promise<TaskComment> {
  const row = await requireComment(ctx, comment_id)
  await record(ctx, row)
  return commentFrom(ctx, row)
}

async function record(ctx: MemberContext, { id, task_id }: Pick<store.CommentRow, 'id' | 'task_id'>): Promise<void> {
  const seers = await seersOf(ctx, [task_id])
  ctx.record({ kind: 'comment.changed', task_id, comment_id: id }, audienceFor(seers.get(task_id)))
}

/** Refuses mentions of people who are no members or may not see the task. */
async function requireMentions(ctx: MemberContext, task_id: number, mentions: readonly number[]): Promise<void> {
  if (mentions.length === 0) return
  const [seers, members] = await Promise.all([seersOf(ctx, [task_id]), membersSeeing(ctx, 0, mentions)])
  if (mentions.some(user_id => !members.has(user_id))) throw apiError('person.not_found')
  const seer = seers.get(task_id)
  if (!seer?.everyone && mentions.some(user_id => !seer?.user_ids.includes(user_id)))
    throw apiError('comment.mention_blind')
}

/** Comments on a task [D14]. */
export async function add(ctx: MemberContext, body: Body<typeof addComment>): Promise<TaskComment> {
  const { task_id } = body
  const comment = withoutLinkNames(body.comment)
  await requireSeen(ctx, [task_id])
  const mentions = [...new Set(body.mentions)]
  const file_ids = [...new Set(body.file_ids)]
  await requireMentions(ctx, task_id, mentions)
  const id = await store.insertComment(ctx, { task_id, comment, mentions, file_ids })
  await attachToTask(ctx, { task_id, comment_id: id, file_ids })
  await noteDocumentLinks(ctx, { task_comment_id: id }, { content: comment })
  await store.countComments(ctx, task_id)
  return announced(ctx, id)
}

/** Changes a comment within a day of writing it; readers see that it was edited. */
export async function edit(ctx: MemberContext, body: Body<typeof editComment>): Promise<TaskComment> {
  const { comment_id } = body
  const comment = withoutLinkNames(body.comment)
  await store.lockComment(ctx, comment_id)
  const row = await requireComment(ctx, comment_id)
  if (row.author?.user_id !== ctx.caller.user_id) throw apiError('comment.not_yours')
  if (Date.parse(ctx.now) - Date.parse(row.created_at) > limits.editableFor) throw apiError('comment.too_late')
  const mentions = [...new Set(body.mentions)]
  await requireMentions(
    ctx,
    row.task_id,
    mentions.filter(user_id => !row.mentions.includes(user_id)),
  )
  await store.updateComment(ctx, comment_id, { comment, mentions })
  await noteDocumentLinks(ctx, { task_comment_id: comment_id }, { content: comment, before: row.comment })
  return announced(ctx, comment_id)
}

export async function remove(ctx: MemberContext, { comment_id }: Body<typeof deleteComment>): Promise<null> {
  await store.lockComment(ctx, comment_id)
  const row = await requireComment(ctx, comment_id)
  const isOwn = row.author?.user_id === ctx.caller.user_id
  if (!isOwn && ctx.member.org_role === 'member') throw apiError('comment.not_yours')
  if (row.attachments.length > 0) await detachFromTask(ctx, row.task_id, row.attachments)
  await store.deleteComment(ctx, comment_id)
  await store.countComments(ctx, row.task_id)
  await record(ctx, row)
  if (!isOwn)
    await ctx.audit({
      kind: 'comment.deleted',
      subject: `task:${row.task_id}`,
      details: { author: row.author?.user_id },
    })
  return null
}

export async function react(ctx: MemberContext, body: Body<typeof reactToComment>): Promise<TaskComment> {
  await store.lockComment(ctx, body.comment_id)
  await requireComment(ctx, body.comment_id)
  await store.setReaction(ctx, body)
  return announced(ctx, body.comment_id)
}
