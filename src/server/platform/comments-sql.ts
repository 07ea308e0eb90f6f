import type { MemberContext } from './request-context'

/** The tables of comments, which share their id, author, times and mentions. */
type CommentTable = 'log_comments' | 'page_comments' | 'task_comments'

/** A comment's text, under its column's name, and whom it mentions. */
type Written = { mentions: number[] } & ({ comment: string } | { content: string })

/** Stores a comment of the caller; returns its id. */
export async function insertCommentInto(
  { tx, organization_id, caller, now }: MemberContext,
  table: CommentTable,
  row: Written & ({ log_id: number } | { task_id: number; file_ids: string[] } | { thread_id: number }),
): Promise<number> {
  const { id } = await tx
    .insertInto(table)
    .values({ ...row, organization_id, author_id: caller.user_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes the text of a comment, which is marked as edited. */
export async function updateCommentIn(
  { tx, organization_id, now }: MemberContext,
  table: CommentTable,
  comment_id: number,
  written: Written,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ ...written, edited_at: now })
    .where('organization_id', '=', organization_id)
    .where('id', '=', comment_id)
    .execute()
}

export async function deleteCommentFrom(
  { tx, organization_id }: MemberContext,
  table: CommentTable,
  comment_id: number,
): Promise<void> {
  await tx.deleteFrom(table).where('organization_id', '=', organization_id).where('id', '=', comment_id).execute()
}
