import { type RawBuilder, sql } from 'kysely'
import type { LogDiscussion } from '#shared/contract/logs/discussion'
import type { ReactionEmoji } from '#shared/contract/reactions'
import { deleteCommentFrom, insertCommentInto, updateCommentIn } from '../../../platform/comments-sql'
import { limitOf } from '../../../platform/cursor'
import type { PersonRow } from '../../../platform/people/person-columns'
import { personJson } from '../../../platform/people/person-json'
import { reactionsJson, setReactionIn } from '../../../platform/reactions-sql'
import type { MemberContext } from '../../../platform/request-context'
import { readable } from '../../access/document-sql'

export interface CommentRow {
  comment_id: number
  doc_id: number
  log_id: number
  comment: string
  author: PersonRow | null
  created_at: string
  edited_at: string | null
  mentions: number[]
}

/** What is said about a log `l`, as columns. */
export const discussionColumns = sql`(
    select count(*)::int from log_comments c where c.organization_id = l.organization_id and c.log_id = l.id
  ) as comment_count,
  ${reactionsJson('log_reactions', sql`r.organization_id = l.organization_id and r.log_id = l.id`)} as reactions`

/** Comments on logs that the caller may read, newest first. */
async function comments(ctx: MemberContext, which: RawBuilder<unknown>, limit: number): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select c.id as comment_id, l.doc_id, c.log_id, c.comment, ${personJson('u')} as author, c.created_at,
      c.edited_at, c.mentions
    from log_comments c
    join logs l on l.organization_id = c.organization_id and l.id = c.log_id
    join documents d on d.organization_id = l.organization_id and d.id = l.doc_id
    left join users u on u.id = c.author_id
    where c.organization_id = ${ctx.organization_id} and ${which} and ${readable(ctx)}
    order by c.id desc limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows
}

export function listComments(
  ctx: MemberContext,
  log_id: number,
  { after, limit }: { after: { id: number } | undefined; limit: number },
): Promise<CommentRow[]> {
  return comments(ctx, sql`c.log_id = ${log_id} ${after ? sql`and c.id < ${after.id}` : sql``}`, limit)
}

export async function findComment(ctx: MemberContext, comment_id: number): Promise<CommentRow | undefined> {
  return (await comments(ctx, sql`c.id = ${comment_id}`, 1))[0]
}

export const insertComment = (
  ctx: MemberContext,
  written: { log_id: number; comment: string; mentions: number[] },
): Promise<number> => insertCommentInto(ctx, 'log_comments', written)

export const updateComment = (
  ctx: MemberContext,
  comment_id: number,
  written: { comment: string; mentions: number[] },
): Promise<void> => updateCommentIn(ctx, 'log_comments', comment_id, written)

export const deleteComment = (ctx: MemberContext, comment_id: number): Promise<void> =>
  deleteCommentFrom(ctx, 'log_comments', comment_id)

/** Adds or removes a reaction of the caller. */
export const setReaction = (
  ctx: MemberContext,
  { log_id, emoji, is_on }: { log_id: number; emoji: ReactionEmoji; is_on: boolean },
): Promise<void> => setReactionIn(ctx, { table: 'log_reactions', of: 'log_id', id: log_id }, { emoji, is_on })

export async function discussionOf(
  { tx, organization_id }: MemberContext,
  log_id: number,
): Promise<LogDiscussion | undefined> {
  const { rows } = await sql<LogDiscussion>`
    select ${discussionColumns} from logs l
    where l.organization_id = ${organization_id} and l.id = ${log_id}`.execute(tx)
  return rows[0]
}
