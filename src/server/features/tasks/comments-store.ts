import { sql } from 'kysely'
import type { ReactionEmoji } from '#shared/contract/reactions'
import { deleteCommentFrom, insertCommentInto, updateCommentIn } from '../../platform/comments-sql'
import { limitOf } from '../../platform/cursor'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import { reactionsJson, setReactionIn } from '../../platform/reactions-sql'
import type { MemberContext } from '../../platform/request-context'
import { seen } from './task-sql'

export interface CommentRow {
  id: number
  task_id: number
  comment: string
  author: PersonRow | null
  created_at: string
  edited_at: string | null
  mentions: number[]
  attachments: string[]
  reactions: { emoji: ReactionEmoji; user_ids: number[] }[]
}

const columns = sql`c.id, c.task_id, c.comment, ${personJson('u')} as author, c.created_at, c.edited_at, c.mentions,
  c.file_ids as attachments,
  ${reactionsJson('comment_reactions', sql`r.organization_id = c.organization_id and r.comment_id = c.id`)} as reactions`

/** The comments on a task, newest first. Does not check whether the caller may see it. */
export async function listComments(
  { tx, organization_id }: MemberContext,
  task_id: number,
  { after, limit }: { after: { id: number } | undefined; limit: number },
): Promise<CommentRow[]> {
  const older = after ? sql`and c.id < ${after.id}` : sql``
  const { rows } = await sql<CommentRow>`
    select ${columns} from task_comments c left join users u on u.id = c.author_id
    where c.organization_id = ${organization_id} and c.task_id = ${task_id} ${older}
    order by c.id desc limit ${limitOf(limit)}`.execute(tx)
  return rows
}

/** A comment on a task that the caller may see. */
export async function findComment(ctx: MemberContext, comment_id: number): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns} from task_comments c left join users u on u.id = c.author_id
    join tasks t on t.organization_id = c.organization_id and t.id = c.task_id
    where c.organization_id = ${ctx.organization_id} and c.id = ${comment_id} and ${seen(ctx)}`.execute(ctx.tx)
  return rows[0]
}

/** Locks a comment until the call ends. */
export async function lockComment({ tx, organization_id }: MemberContext, comment_id: number): Promise<void> {
  await sql`
    select from task_comments c
    where c.organization_id = ${organization_id} and c.id = ${comment_id} for no key update`.execute(tx)
}

export const insertComment = (
  ctx: MemberContext,
  written: { task_id: number; comment: string; mentions: number[]; file_ids: string[] },
): Promise<number> => insertCommentInto(ctx, 'task_comments', written)

export const updateComment = (
  ctx: MemberContext,
  comment_id: number,
  written: { comment: string; mentions: number[] },
): Promise<void> => updateCommentIn(ctx, 'task_comments', comment_id, written)

export const deleteComment = (ctx: MemberContext, comment_id: number): Promise<void> =>
  deleteCommentFrom(ctx, 'task_comments', comment_id)

/** Counts the comments on a task anew. */
export async function countComments({ tx, organization_id }: MemberContext, task_id: number): Promise<void> {
  await sql`
    update tasks t set comment_count = (
      select count(*) from task_comments c where c.organization_id = ${organization_id} and c.task_id = t.id
    )
    where t.organization_id = ${organization_id} and t.id = ${task_id}`.execute(tx)
}

/** Adds or removes a reaction of the caller. */
export const setReaction = (
  ctx: MemberContext,
  { comment_id, emoji, is_on }: { comment_id: number; emoji: ReactionEmoji; is_on: boolean },
): Promise<void> =>
  setReactionIn(ctx, { table: 'comment_reactions', of: 'comment_id', id: comment_id }, { emoji, is_on })
