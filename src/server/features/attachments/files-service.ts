import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { downloadFiles, FileAttachment, uploadFiles } from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import type { StorageUse } from '#shared/contract/attachments/storage'
import type { Body } from '#shared/contract/endpoint'
import { ApiError, apiError, type ErrorCode, type Issue } from '#shared/errors'
import { type Inspected, inspect, type Sender } from '../../platform/files/inspect'
import type { PreflightContext, ReceivedFile } from '../../platform/http/route'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import { recordDocumentViews } from '../audit/service'
import * as store from './attachments-store'
import { fileFrom } from './file-from'
import { expiryFrom, unattachedSince } from './lifetimes'
import { countForGuest, quotaOf, requireForGuest, requireStorage, senderOf } from './quota'
import * as storage from './storage-store'
import { requireWritable, storeObjects } from './store-objects'
import { finishUploads, insertUploads } from './uploads-store'

/**
 * Inspects the files and stores them if all are accepted. If it is interrupted after that, the cleanup removes them as
 * an unfinished upload.
 */
export async function receive(
  preflight: PreflightContext,
  body: Body<typeof uploadFiles>,
  files: readonly ReceivedFile[],
): Promise<store.NewAttachment[]> {
  const { doc_id = null, batch_id = randomUUID() } = body
  const arrived = await Promise.all(files.map(async file => ({ ...file, bytes: (await stat(file.path)).size })))
  // Everything that can be refused cheaply is refused before the expensive inspection.
  const sender = await preflight.runAsMember(async ctx => {
    await requireWritable(ctx, doc_id)
    await requireStorage(ctx, sumOfBytes(arrived))
    return senderOf(ctx)
  })
  const inspected = await inspectAll(preflight, files, sender)
  await preflight.runAsMember(async ctx => {
    for (const file of inspected) requireForGuest(ctx, file)
    await requireStorage(ctx, sumOfBytes(inspected))
  })
  const kept = inspected.map(file => ({ file, file_id: randomUUID() }))
  const organization_id = await preflight.runAsMember(async ctx => {
    const expires_at = expiryFrom(ctx.now)
    const uploads = kept.map(({ file: { file_name, bytes }, file_id }) => ({
      ...{ id: file_id, batch_id, file_name, file_size: bytes, hint: null, doc_id, expires_at },
    }))
    await insertUploads(ctx, uploads)
    return ctx.organization_id
  })
  const rows: store.NewAttachment[] = []
  for (const { file, file_id } of kept)
    rows.push(await storeObjects(preflight.app, { organization_id, file_id, batch_id, doc_id }, file))
  return rows
}

const sumOfBytes = (files: readonly { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Inspects all files; refuses if one is refused, and names each of those. */
async function inspectAll(
  { app }: PreflightContext,
  files: readonly ReceivedFile[],
  sender: Sender,
): Promise<Inspected[]> {
  const good: Inspected[] = []
  const issues: Issue[] = []
  let code: ErrorCode | undefined
  for (const [index, file] of files.entries()) {
    try {
      good.push(await inspect(app, file, sender))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      code ??= error.code
      issues.push({
        path: `files.${index}`,
        message: `${file.name.slice(0, attachments.nameLength)}: ${error.message}`,
      })
    }
  }
  if (code) throw apiError(code, { issues })
  return good
}

export async function keep(
  ctx: MemberContext,
  { doc_id }: Body<typeof uploadFiles>,
  rows: readonly store.NewAttachment[],
): Promise<FileAttachment[]> {
  await requireWritable(ctx, doc_id)
  await requireStorage(ctx, sumOfBytes(rows))
  await countForGuest(ctx, sumOfBytes(rows))
  await store.insertAttachments(ctx, rows)
  await finishUploads(
    ctx,
    rows.map(row => row.id),
  )
  return Promise.all(rows.map(row => fileFrom(ctx, row)))
}

/** Returns the caller's own files, and those of documents, tasks and chats that they may currently see. */
export async function download(
  ctx: MemberContext,
  { file_ids }: Body<typeof downloadFiles>,
): Promise<FileAttachment[]> {
  const rows = await store.findAttachments(ctx, file_ids, unattachedSince(ctx.now))
  const { organization_id, caller, now } = ctx
  const reading = { organization_id, user_id: caller.user_id, now }
  const doc_ids = [...new Set(rows.flatMap(row => (row.is_own ? [] : (row.doc_id ?? []))))]
  const task_ids = [...new Set(rows.flatMap(row => (row.is_own ? [] : (row.task_id ?? []))))]
  const chat_ids = [...new Set(rows.flatMap(row => row.chat_id ?? []))]
  const [readable, seen, chats] = await Promise.all([
    portsOf(ctx.app).readableAmong(ctx.tx, reading, doc_ids),
    task_ids.length === 0 ? new Set<number>() : portsOf(ctx.app).tasksSeenAmong(ctx, task_ids),
    chat_ids.length === 0 ? new Set<number>() : portsOf(ctx.app).chatsAmong(ctx, chat_ids),
  ])
  const isTheirs = ({ is_own, doc_id, task_id, chat_id }: store.FileRights) =>
    is_own ||
    (doc_id !== null && readable.has(doc_id)) ||
    (task_id !== null && seen.has(task_id)) ||
    (chat_id !== null && chats.has(chat_id))
  const theirs = rows.filter(isTheirs)
  recordDocumentViews(
    ctx,
    theirs.flatMap(row => (row.is_own ? [] : (row.doc_id ?? []))),
  )
  return Promise.all(theirs.map(row => fileFrom(ctx, row)))
}

/** Counts exactly what `requireStorage` counts, so that the shown figures match those that refuse uploads. */
export async function readUse(ctx: MemberContext): Promise<StorageUse> {
  const [kinds, people] = await Promise.all([storage.bytesByKind(ctx), storage.bytesByPerson(ctx)])
  return {
    used_bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0),
    quota_bytes: quotaOf(ctx) ?? null,
    kinds,
    people,
  }
}
