import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type {
  cancelUpload,
  FileAttachment,
  finishUpload,
  readUpload,
  startUpload,
  Upload,
  uploadPart,
} from '#shared/contract/attachments/endpoints'
import { attachments } from '#shared/contract/attachments/limits'
import type { Body } from '#shared/contract/endpoint'
import { apiError } from '#shared/errors'
import type { AppContext } from '../../platform/app-context'
import { inspect } from '../../platform/files/inspect'
import { withTemporaryFolder } from '../../platform/files/temporary-folder'
import type { PreflightContext } from '../../platform/http/route'
import type { MemberContext } from '../../platform/request-context'
import { findAttachments, insertAttachments, type NewAttachment } from './attachments-store'
import { fileFrom } from './file-from'
import { partKey, partsPrefix } from './keys'
import { expiryFrom, unattachedSince } from './lifetimes'
import { countForGuest, mostBytes, requireForGuest, requireStorage, senderOf } from './quota'
import { requireWritable, storeObjects } from './store-objects'
import * as store from './uploads-store'

const uploadFrom = (row: store.NewUpload, parts: readonly { part: number }[]): Upload => ({
  file_id: row.id,
  batch_id: row.batch_id,
  part_bytes: attachments.partBytes,
  parts: parts.map(part => part.part),
  expires_at: row.expires_at,
})

export async function start(ctx: MemberContext, body: Body<typeof startUpload>): Promise<Upload> {
  const { file_name, file_size = null, content_hint: hint = null, doc_id = null, batch_id = randomUUID() } = body
  if ((file_size ?? 0) > mostBytes(ctx, hint)) throw apiError('attachment.too_large')
  await requireWritable(ctx, doc_id)
  await requireStorage(ctx, file_size ?? 0)
  if ((await store.countOpen(ctx)) >= attachments.openUploads) throw apiError('upload.too_many')
  const upload = { id: randomUUID(), batch_id, file_name, file_size, hint, doc_id, expires_at: expiryFrom(ctx.now) }
  await store.insertUploads(ctx, [upload])
  return uploadFrom(upload, [])
}

/** Somebody else's upload looks like a missing one [D6]. */
async function requireUpload(ctx: MemberContext, file_id: string, how?: 'taken'): Promise<store.UploadRow> {
  const found = await store.findUpload(ctx, file_id, how)
  if (!found) throw apiError('upload.not_found')
  return found
}

async function requireOpen(ctx: MemberContext, file_id: string, how?: 'taken'): Promise<store.UploadRow> {
  const upload = await requireUpload(ctx, file_id, how)
  if (upload.finished_at !== null) throw apiError('upload.finished')
  requireInTime(ctx, upload)
  return upload
}

function requireInTime({ now }: MemberContext, { expires_at }: store.UploadRow): void {
  if (expires_at <= now) throw apiError('upload.expired')
}

/** Stores the bytes of a part. */
export async function storePart(
  { app, runAsMember }: PreflightContext,
  { file_id, part }: Body<typeof uploadPart>,
  bytes: Buffer,
): Promise<number> {
  const organization_id = await runAsMember(async ctx => {
    const { hint } = await requireOpen(ctx, file_id)
    if ((await store.bytesBeside(ctx, file_id, part)) + bytes.length > mostBytes(ctx, hint))
      throw apiError('attachment.too_large')
    await requireStorage(ctx, bytes.length, { file_id, part })
    return ctx.organization_id
  })
  const key = partKey(organization_id, file_id, part)
  await app.objects.put(key, bytes, 'application/octet-stream').catch(async (error: unknown) => {
    // Finishing or cancelling the upload meanwhile deleted the folder of its parts.
    await runAsMember(ctx => requireOpen(ctx, file_id))
    throw error
  })
  return bytes.length
}

export async function recordPart(
  ctx: MemberContext,
  { file_id, part }: Body<typeof uploadPart>,
  bytes: number,
): Promise<null> {
  // Locked, so that concurrent parts are counted one after the other.
  const { hint } = await requireOpen(ctx, file_id, 'taken')
  if ((await store.bytesBeside(ctx, file_id, part)) + bytes > mostBytes(ctx, hint))
    throw apiError('attachment.too_large')
  await requireStorage(ctx, bytes, { file_id, part })
  await countForGuest(ctx, bytes)
  await store.upsertPart(ctx, file_id, part, bytes)
  return null
}

export async function read(ctx: MemberContext, { file_id }: Body<typeof readUpload>): Promise<Upload> {
  const upload = await requireOpen(ctx, file_id)
  return uploadFrom(upload, await store.partsOf(ctx, file_id))
}

/** Joins the parts to one file, inspects it and stores it; null if that was done before. */
export async function makeWhole(
  { app, runAsMember }: PreflightContext,
  { file_id, parts }: Body<typeof finishUpload>,
): Promise<NewAttachment | null> {
  const { organization_id, upload, sender } = await runAsMember(async ctx => {
    const upload = await requireUpload(ctx, file_id)
    if (upload.finished_at === null) {
      requireInTime(ctx, upload)
      await requireWritable(ctx, upload.doc_id)
      requireComplete(ctx, upload, (await store.partsOf(ctx, file_id)).slice(0, parts), parts)
    }
    return { organization_id: ctx.organization_id, upload, sender: senderOf(ctx) }
  })
  if (upload.finished_at !== null) return null
  return withTemporaryFolder(app, async folder => {
    const path = join(folder, 'whole')
    const keys = Array.from({ length: parts }, (_, index) => partKey(organization_id, file_id, index + 1))
    await pipeline(bytesOf(app, keys), createWriteStream(path))
    const file = await inspect(app, { name: upload.file_name, path, hint: upload.hint ?? undefined }, sender)
    await runAsMember(async ctx => requireForGuest(ctx, file))
    return storeObjects(app, { organization_id, file_id, batch_id: upload.batch_id, doc_id: upload.doc_id }, file)
  }).catch(async (error: unknown) => {
    // Finishing it meanwhile deleted its parts.
    const { finished_at } = await runAsMember(ctx => requireUpload(ctx, file_id))
    if (finished_at === null) throw error
    return null
  })
}

/** Refuses if parts are missing, or if their total differs from the declared size. */
function requireComplete(
  ctx: MemberContext,
  { file_size, hint }: store.UploadRow,
  found: readonly { part: number; bytes: number }[],
  parts: number,
): void {
  const bytes = found.reduce((sum, part) => sum + part.bytes, 0)
  const isWhole = found.length === parts && found.every(({ part }, index) => part === index + 1)
  if (!isWhole || (file_size !== null && bytes !== file_size)) throw apiError('upload.incomplete')
  if (bytes > mostBytes(ctx, hint)) throw apiError('attachment.too_large')
}

/** Streams one object after the other. */
async function* bytesOf({ objects }: AppContext, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) yield* (await objects.read(key)) as AsyncIterable<Buffer>
}

export async function finish(
  ctx: MemberContext,
  { file_id }: Body<typeof finishUpload>,
  whole: NewAttachment | null,
): Promise<FileAttachment> {
  const upload = await requireUpload(ctx, file_id, 'taken')
  if (upload.finished_at !== null || !whole) {
    const [file] = await findAttachments(ctx, [file_id], unattachedSince(ctx.now))
    if (!file) throw apiError('attachment.not_found')
    return fileFrom(ctx, file)
  }
  requireInTime(ctx, upload)
  await requireWritable(ctx, upload.doc_id)
  await insertAttachments(ctx, [whole])
  await store.finishUploads(ctx, [file_id])
  ctx.afterCommit(() => ctx.app.objects.deleteBelow(partsPrefix(ctx.organization_id, file_id)))
  return fileFrom(ctx, whole)
}

export async function cancel(ctx: MemberContext, { file_id }: Body<typeof cancelUpload>): Promise<null> {
  const upload = await requireUpload(ctx, file_id, 'taken')
  if (upload.finished_at !== null) throw apiError('upload.finished')
  await store.deleteUpload(ctx, file_id)
  ctx.afterCommit(() => ctx.app.objects.deleteBelow(partsPrefix(ctx.organization_id, file_id)))
  return null
}
