import { sql } from 'kysely'
import type { DocumentFile } from '#shared/contract/logs/side'
import { limitOf } from '../../platform/cursor'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'

export interface AttachmentRow {
  id: string
  batch_id: string
  file_name: string
  bytes: number
  mime_type: string
  width: number | null
  height: number | null
  duration_seconds: number | null
  blur_hash: string | null
}

export interface NewAttachment extends AttachmentRow {
  doc_id: number | null
}

const columns = sql`a.id, a.batch_id, a.file_name, a.bytes, a.mime_type, a.width, a.height, a.duration_seconds, a.blur_hash`

export async function insertAttachments(ctx: MemberContext, rows: readonly NewAttachment[]): Promise<void> {
  const { organization_id, caller, now } = ctx
  await ctx.tx
    .insertInto('attachments')
    .values(
      rows.map((row, place) => ({
        ...row,
        organization_id,
        user_id: caller.user_id,
        log_id: null,
        task_id: null,
        comment_id: null,
        chat_id: null,
        message_id: null,
        place,
        created_at: now,
      })),
    )
    .execute()
}

/** What decides who may read a file. */
export interface FileRights {
  is_own: boolean
  doc_id: number | null
  task_id: number | null
  chat_id: number | null
}

/**
 * The caller's own files and those of any document, task or chat, in the order of the ids. Unattached files from before
 * `since` are left out.
 */
export async function findAttachments(
  ctx: MemberContext,
  ids: readonly string[],
  since: string,
): Promise<(AttachmentRow & FileRights)[]> {
  const { rows } = await sql<AttachmentRow & FileRights>`
    select ${columns}, a.user_id = ${ctx.caller.user_id} as is_own, a.doc_id, a.task_id, a.chat_id
    from attachments a
    where a.organization_id = ${ctx.organization_id} and a.id = any(${ids}::uuid[])
      and (a.doc_id is not null or a.task_id is not null or a.chat_id is not null
        or (a.user_id = ${ctx.caller.user_id} and a.created_at > ${since}::timestamptz))
    order by array_position(${ids}::uuid[], a.id)`.execute(ctx.tx)
  return rows
}

export interface Belonging {
  doc_id: number
  log_id: number | null
}

/**
 * Attaches files of the caller to a document or log; returns the attached ones, in the order of the ids. A file of a
 * document may still be attached to one of its logs.
 */
export async function attachOwn(
  ctx: MemberContext,
  ids: readonly string[],
  { doc_id, log_id }: Belonging,
  since: string,
): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    with a as (
      update attachments set doc_id = ${doc_id}, log_id = ${log_id}, place = array_position(${ids}::uuid[], id)
      where organization_id = ${ctx.organization_id} and id = any(${ids}::uuid[]) and user_id = ${ctx.caller.user_id}
        and log_id is null and task_id is null and chat_id is null and ((doc_id is null and created_at > ${since}::timestamptz)
          or (doc_id = ${doc_id} and ${log_id}::bigint is not null))
      returning *
    )
    select ${columns} from a order by a.place`.execute(ctx.tx)
  return rows
}

/**
 * Attaches unattached files of the caller to a task or one of its comments; returns the ids of those that were attached.
 */
export async function attachToTask(
  ctx: MemberContext,
  ids: readonly string[],
  { task_id, comment_id }: { task_id: number; comment_id: number | null },
  since: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update attachments set task_id = ${task_id}, comment_id = ${comment_id}, place = array_position(${ids}::uuid[], id)
    where organization_id = ${ctx.organization_id} and id = any(${ids}::uuid[]) and user_id = ${ctx.caller.user_id}
      and doc_id is null and log_id is null and task_id is null and chat_id is null and created_at > ${since}::timestamptz
    returning id`.execute(ctx.tx)
  return rows.map(row => row.id)
}

/** Takes files away from what they belong to. Those that are older than unattached files may be are then cleaned up. */
export async function detachFromTask(
  { tx, organization_id }: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  task_id: number,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update attachments set task_id = null, comment_id = null
    where organization_id = ${organization_id} and task_id = ${task_id} and id = any(${ids}::uuid[])`.execute(tx)
}

/** The same for a message of a chat. */
export async function attachToMessage(
  ctx: MemberContext,
  ids: readonly string[],
  { chat_id, message_id }: { chat_id: number; message_id: number },
  since: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update attachments set chat_id = ${chat_id}, message_id = ${message_id}, place = array_position(${ids}::uuid[], id)
    where organization_id = ${ctx.organization_id} and id = any(${ids}::uuid[]) and user_id = ${ctx.caller.user_id}
      and doc_id is null and task_id is null and chat_id is null and created_at > ${since}::timestamptz
    returning id`.execute(ctx.tx)
  return rows.map(row => row.id)
}

/** Leaves the files of a message to the cleanup. The age counts from their upload, so they are gone within a day. */
export async function detachFromMessage(ctx: MemberContext, chat_id: number, message_id: number): Promise<void> {
  await sql`
    update attachments set chat_id = null, message_id = null
    where organization_id = ${ctx.organization_id} and chat_id = ${chat_id} and message_id = ${message_id}`.execute(
    ctx.tx,
  )
}

export async function attachmentsOfLogs(
  { tx, organization_id }: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  log_ids: readonly number[],
): Promise<(AttachmentRow & { log_id: number })[]> {
  const { rows } = await sql<AttachmentRow & { log_id: number }>`
    select ${columns}, a.log_id from attachments a
    where a.organization_id = ${organization_id} and a.log_id = any(${log_ids}::bigint[])
    order by a.place, a.id`.execute(tx)
  return rows
}

/** The files of the document itself, not of its logs, oldest first. Returns all of them without `limit`. */
export async function attachmentsOfDocument(
  { tx, organization_id }: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
  limit: number | null = null,
): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    select ${columns} from attachments a
    where a.organization_id = ${organization_id} and a.doc_id = ${doc_id} and a.log_id is null
    order by a.created_at, a.place, a.id
    limit ${limit}`.execute(tx)
  return rows
}

/** The files of a document and of its logs, newest first; after the position `after`, if given. */
export async function newestOfDocument(
  { tx, organization_id }: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
  { after, limit }: { after: { at: string; id: string } | undefined; limit: number },
): Promise<DocumentFile[]> {
  const { rows } = await sql<DocumentFile>`
    select a.id as file_id, a.file_name, a.mime_type, a.log_id, a.created_at from attachments a
    where a.organization_id = ${organization_id} and a.doc_id = ${doc_id}
      and (a.created_at, a.id) < (${after?.at ?? 'infinity'}::timestamptz, ${after?.id ?? firstId}::uuid)
    order by a.created_at desc, a.id desc limit ${limitOf(limit)}`.execute(tx)
  return rows.slice(0, limit)
}

/** Lower than every id. */
const firstId = '00000000-0000-0000-0000-000000000000'

/** The objects are not deleted. */
export async function deleteOfDocument(
  { tx, organization_id }: Pick<OrganizationContext, 'tx' | 'organization_id'>,
  doc_id: number,
): Promise<void> {
  await sql`delete from attachments where organization_id = ${organization_id} and doc_id = ${doc_id}`.execute(tx)
}
