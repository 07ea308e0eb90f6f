import type { Readable } from 'node:stream'
import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../platform/app-context'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import * as store from './attachments-store'
import { fileFrom } from './file-from'
import * as files from './files-service'
import * as handing from './handover-service'
import { fileKey } from './keys'
import { unattachedSince } from './lifetimes'

/**
 * The functions of attachments for other features. The services beside this file answer the feature's own endpoints.
 */

/**
 * Attaches files to a document or one of its logs for good; everybody who may read the document may then read them. The
 * caller of this function checks that they may write there. Only the caller's own files can be attached, each once:
 * refuses with `attachment.not_found` and `attachment.taken`.
 */
export async function attach(
  ctx: MemberContext,
  { file_ids, ...to }: store.Belonging & { file_ids: readonly string[] },
): Promise<FileAttachment[]> {
  const ids = [...new Set(file_ids)]
  if (ids.length === 0) return []
  const since = unattachedSince(ctx.now)
  const attached = await store.attachOwn(ctx, ids, to, since)
  await requireAttached(
    ctx,
    ids,
    attached.map(row => row.id),
  )
  return Promise.all(attached.map(row => fileFrom(ctx, row)))
}

/** Refuses if some of the files could not be attached. */
async function requireAttached(ctx: MemberContext, ids: readonly string[], attached: readonly string[]): Promise<void> {
  if (attached.length === ids.length) return
  const missing = await store.findAttachments(
    ctx,
    ids.filter(id => !attached.includes(id)),
    unattachedSince(ctx.now),
  )
  throw apiError(missing.some(row => row.is_own) ? 'attachment.taken' : 'attachment.not_found')
}

/** Attaches files to a task or one of its comments, like `attach`; everybody who may see the task may read them. */
export async function attachToTask(
  ctx: MemberContext,
  { file_ids, ...to }: { task_id: number; comment_id: number | null; file_ids: readonly string[] },
): Promise<void> {
  if (file_ids.length === 0) return
  const ids = [...new Set(file_ids)]
  await requireAttached(ctx, ids, await store.attachToTask(ctx, ids, to, unattachedSince(ctx.now)))
}

/** Takes files away from a task and its comments: see the store. */
export const { detachFromTask } = store

/** Attaches files to a message of a chat for good, as {@link attach} does to a log. */
export async function attachToMessage(
  ctx: MemberContext,
  { file_ids, ...to }: { chat_id: number; message_id: number; file_ids: readonly string[] },
): Promise<void> {
  if (file_ids.length === 0) return
  await requireAttached(ctx, file_ids, await store.attachToMessage(ctx, file_ids, to, unattachedSince(ctx.now)))
}

/** See the store. */
export const { detachFromMessage } = store

/** The files of logs that the caller may read, by log; logs without files are left out. */
export async function attachmentsOfLogs(
  ctx: Pick<OrganizationContext, 'tx' | 'app' | 'organization_id'>,
  log_ids: readonly number[],
): Promise<Map<number, FileAttachment[]>> {
  const rows = log_ids.length === 0 ? [] : await store.attachmentsOfLogs(ctx, log_ids)
  const files = await Promise.all(rows.map(async row => ({ log_id: row.log_id, file: await fileFrom(ctx, row) })))
  const byLog = new Map<number, FileAttachment[]>()
  for (const { log_id, file } of files) byLog.set(log_id, [...(byLog.get(log_id) ?? []), file])
  return byLog
}

/**
 * The files of a document that the caller may read, without those of its logs, oldest first; at most `limit` if given.
 */
export async function attachmentsOf(
  ctx: Pick<OrganizationContext, 'tx' | 'app' | 'organization_id'>,
  doc_id: number,
  limit?: number,
): Promise<FileAttachment[]> {
  return Promise.all((await store.attachmentsOfDocument(ctx, doc_id, limit)).map(row => fileFrom(ctx, row)))
}

/** The files of a document that the caller may read, and of its logs: see the store. */
export const newestFiles = store.newestOfDocument

/** The bytes of a file, for callers whose permission was checked. */
export function contentOf({ objects }: AppContext, organization_id: number, file_id: string): Promise<Readable> {
  return objects.read(fileKey(organization_id, file_id))
}

/** Receives files and stores them as the caller's: see the service. */
export const { receive: receiveFiles, keep: keepFiles } = files

/** A file that was copied to the store from another organisation. */
export type CopiedFile = handing.Copy

/** Moves files from one organisation to another. The caller of these functions checks the permission. */
export const handover = handing

/** The key prefixes of everything that an organisation stores. */
export const keyPrefixes = handing.keyPrefixes
