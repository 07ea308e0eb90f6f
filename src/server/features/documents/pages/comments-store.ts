import { type RawBuilder, sql } from 'kysely'
import { deleteCommentFrom, insertCommentInto, updateCommentIn } from '../../../platform/comments-sql'
import { limitOf } from '../../../platform/cursor'
import type { PersonRow } from '../../../platform/people/person-columns'
import { personJson } from '../../../platform/people/person-json'
import type { MemberContext } from '../../../platform/request-context'
import type { SystemContext } from '../../../platform/run-as'
import { type Rights, readable, rights } from '../../access/document-sql'

export interface CommentRow {
  comment_id: number
  author: PersonRow | null
  content: string
  mentions: number[]
  created_at: string
  edited_at: string | null
}

export interface ThreadRow {
  thread_id: number
  doc_id: number
  begins_at: Buffer
  ends_at: Buffer
  quote: string
  created_by: number | null
  created_at: string
  resolved_at: string | null
  resolver: PersonRow | null
  comments: CommentRow[]
}

/** A time within JSON, spelled as that of a column. */
const instant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Threads `t` with whoever resolved them `r` and their comments. */
const columns = sql`t.id as thread_id, t.doc_id, t.begins_at, t.ends_at, t.quote, t.created_by, t.created_at,
  t.resolved_at, ${personJson('r')} as resolver,
  (
    select coalesce(json_agg(json_build_object('comment_id', c.id, 'author', ${personJson('u')}, 'content', c.content,
      'mentions', c.mentions, 'created_at', ${instant(sql`c.created_at`)}, 'edited_at', ${instant(sql`c.edited_at`)})
      order by c.id), '[]')
    from page_comments c left join users u on u.id = c.author_id
    where c.organization_id = t.organization_id and c.thread_id = t.id
  ) as comments`

/** The threads of a page, newest first. Does not check whether the caller may read it. */
export async function listThreads(
  { tx, organization_id }: MemberContext,
  doc_id: number,
  { is_resolved, after, limit }: { is_resolved: boolean; after: { id: number } | undefined; limit: number },
): Promise<ThreadRow[]> {
  const older = after ? sql`and t.id < ${after.id}` : sql``
  const { rows } = await sql<ThreadRow>`
    select ${columns} from page_threads t left join users r on r.id = t.resolved_by
    where t.organization_id = ${organization_id} and t.doc_id = ${doc_id}
      and (t.resolved_at is not null) = ${is_resolved} ${older}
    order by t.id desc limit ${limitOf(limit)}`.execute(tx)
  return rows
}

export type LockedThread = Rights & Pick<ThreadRow, 'thread_id' | 'doc_id' | 'created_by' | 'resolved_at'>

/** A thread of a page that the caller may read, locked until the call ends. */
export async function lockThread(ctx: MemberContext, thread_id: number): Promise<LockedThread | undefined> {
  const { rows } = await sql<LockedThread>`
    select t.id as thread_id, t.doc_id, t.created_by, t.resolved_at, ${rights(ctx)} from page_threads t
    join documents d on d.organization_id = t.organization_id and d.id = t.doc_id
    where t.organization_id = ${ctx.organization_id} and t.id = ${thread_id} and ${readable(ctx)}
    for no key update of t`.execute(ctx.tx)
  return rows[0]
}

export async function threadOf(
  { tx, organization_id }: MemberContext,
  comment_id: number,
): Promise<{ thread_id: number; author_id: number | null; content: string } | undefined> {
  return tx
    .selectFrom('page_comments')
    .select(['thread_id', 'author_id', 'content'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', comment_id)
    .executeTakeFirst()
}

export async function readThread({ tx, organization_id }: MemberContext, thread_id: number): Promise<ThreadRow> {
  const { rows } = await sql<ThreadRow>`
    select ${columns} from page_threads t left join users r on r.id = t.resolved_by
    where t.organization_id = ${organization_id} and t.id = ${thread_id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The thread is gone.')
  return row
}

interface NewThread {
  doc_id: number
  begins_at: Buffer
  ends_at: Buffer
  quote: string
}

export async function insertThread(
  { tx, organization_id, caller, now }: MemberContext,
  thread: NewThread,
): Promise<number> {
  const { id } = await tx
    .insertInto('page_threads')
    .values({ ...thread, organization_id, created_by: caller.user_id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface Written {
  content: string
  mentions: number[]
}

export const insertComment = (ctx: MemberContext, thread_id: number, written: Written): Promise<number> =>
  insertCommentInto(ctx, 'page_comments', { ...written, thread_id })

export const updateComment = (ctx: MemberContext, comment_id: number, written: Written): Promise<void> =>
  updateCommentIn(ctx, 'page_comments', comment_id, written)

/** Deletes a comment, and its thread if that has no other. */
export async function deleteComment(ctx: MemberContext, thread_id: number, comment_id: number): Promise<void> {
  await deleteCommentFrom(ctx, 'page_comments', comment_id)
  await sql`
    delete from page_threads t where t.organization_id = ${ctx.organization_id} and t.id = ${thread_id} and not exists (
      select from page_comments c where c.organization_id = t.organization_id and c.thread_id = t.id
    )`.execute(ctx.tx)
}

export async function setResolved(
  { tx, organization_id, caller, now }: MemberContext,
  thread_id: number,
  is_resolved: boolean,
): Promise<void> {
  await tx
    .updateTable('page_threads')
    .set({ resolved_by: is_resolved ? caller.user_id : null, resolved_at: is_resolved ? now : null })
    .where('organization_id', '=', organization_id)
    .where('id', '=', thread_id)
    .execute()
}

export interface CommentNotice {
  author_id: number | null
  mentions: number[]
  title: string
}

/** Whom a comment mentions, and where, for notifications; undefined if it was deleted. Does not check any rights. */
export async function pageCommentNotice(
  { tx, organization_id }: Pick<SystemContext, 'tx' | 'organization_id'>,
  comment_id: number,
): Promise<CommentNotice | undefined> {
  const { rows } = await sql<CommentNotice>`
    select c.author_id, c.mentions, d.name as title from page_comments c
    join page_threads t on t.organization_id = c.organization_id and t.id = c.thread_id
    join documents d on d.organization_id = t.organization_id and d.id = t.doc_id
    where c.organization_id = ${organization_id} and c.id = ${comment_id}`.execute(tx)
  return rows[0]
}
