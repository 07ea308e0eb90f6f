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
} from '#shared/contract/attachments'
import type { Body } from '#shared/contract/endpoint'
import { refuse } from '#shared/errors'
import { attachments } from '#shared/limits'
import { inspect } from '../../platform/files/inspect'
import { withScratch } from '../../platform/files/scratch'
import type { House } from '../../platform/house'
import type { Visit } from '../../platform/http/route'
import type { MemberScene } from '../../platform/scene'
import { findAttachments, insertAttachments, type NewAttachment } from './attachments-store'
import { fileFrom } from './file-from'
import { mostBytes, noteForGuest, requireForGuest, requireRoom, senderOf } from './guest-room'
import { keepObjects, requireWritable } from './keeping'
import { expiryFrom, keptSince } from './kept'
import { partKey, partsBelow } from './keys'
import * as store from './uploads-store'

const uploadFrom = (row: store.NewUpload, parts: readonly { part: number }[]): Upload => ({
  file_id: row.id,
  batch_id: row.batch_id,
  part_bytes: attachments.partBytes,
  parts: parts.map(one => one.part),
  expires_at: row.expires_at,
})

export async function start(at: MemberScene, body: Body<typeof startUpload>): Promise<Upload> {
  const { file_name, file_size = null, content_hint: hint = null, doc_id = null, batch_id = randomUUID() } = body
  if ((file_size ?? 0) > mostBytes(at, hint)) throw refuse('attachment.too_large')
  await requireWritable(at, doc_id)
  await requireRoom(at, file_size ?? 0)
  if ((await store.countOpen(at)) >= attachments.openUploads) throw refuse('upload.too_many')
  const upload = { id: randomUUID(), batch_id, file_name, file_size, hint, doc_id, expires_at: expiryFrom(at.now) }
  await store.insertUploads(at, [upload])
  return uploadFrom(upload, [])
}

/** Somebody else's upload is as one that is not there [D6]. */
async function requireUpload(at: MemberScene, file_id: string, how?: 'taken'): Promise<store.UploadRow> {
  const found = await store.findUpload(at, file_id, how)
  if (!found) throw refuse('upload.not_found')
  return found
}

async function requireOpen(at: MemberScene, file_id: string, how?: 'taken'): Promise<store.UploadRow> {
  const upload = await requireUpload(at, file_id, how)
  if (upload.finished_at !== null) throw refuse('upload.finished')
  requireInTime(at, upload)
  return upload
}

function requireInTime({ now }: MemberScene, { expires_at }: store.UploadRow): void {
  if (expires_at <= now) throw refuse('upload.expired')
}

/** Puts the bytes of a part into the store. */
export async function storePart(
  { house, act }: Visit,
  { file_id, part }: Body<typeof uploadPart>,
  bytes: Buffer,
): Promise<number> {
  const organization_id = await act(async at => {
    const { hint } = await requireOpen(at, file_id)
    if ((await store.bytesBeside(at, file_id, part)) + bytes.length > mostBytes(at, hint))
      throw refuse('attachment.too_large')
    await requireRoom(at, bytes.length, { file_id, part })
    return at.organization_id
  })
  const key = partKey(organization_id, file_id, part)
  await house.objects.put(key, bytes, 'application/octet-stream').catch(async (error: unknown) => {
    // Whoever finished or cancelled the upload meanwhile took the place of its parts away.
    await act(at => requireOpen(at, file_id))
    throw error
  })
  return bytes.length
}

export async function notePart(
  at: MemberScene,
  { file_id, part }: Body<typeof uploadPart>,
  bytes: number,
): Promise<null> {
  // Taken, so that parts that come at once are counted one after the other.
  const { hint } = await requireOpen(at, file_id, 'taken')
  if ((await store.bytesBeside(at, file_id, part)) + bytes > mostBytes(at, hint)) throw refuse('attachment.too_large')
  await requireRoom(at, bytes, { file_id, part })
  await noteForGuest(at, bytes)
  await store.putPart(at, file_id, part, bytes)
  return null
}

export async function read(at: MemberScene, { file_id }: Body<typeof readUpload>): Promise<Upload> {
  const upload = await requireOpen(at, file_id)
  return uploadFrom(upload, await store.partsOf(at, file_id))
}

/** Makes one file of the parts, looks into it, and puts it into the store; null when that was done before. */
export async function makeWhole(
  { house, act }: Visit,
  { file_id, parts }: Body<typeof finishUpload>,
): Promise<NewAttachment | null> {
  const { organization_id, upload, sender } = await act(async at => {
    const upload = await requireUpload(at, file_id)
    if (upload.finished_at === null) {
      requireInTime(at, upload)
      await requireWritable(at, upload.doc_id)
      requireComplete(at, upload, (await store.partsOf(at, file_id)).slice(0, parts), parts)
    }
    return { organization_id: at.organization_id, upload, sender: senderOf(at) }
  })
  if (upload.finished_at !== null) return null
  return withScratch(house, async folder => {
    const path = join(folder, 'whole')
    const keys = Array.from({ length: parts }, (_, index) => partKey(organization_id, file_id, index + 1))
    await pipeline(bytesOf(house, keys), createWriteStream(path))
    const file = await inspect(house, { name: upload.file_name, path, hint: upload.hint ?? undefined }, sender)
    await act(async at => requireForGuest(at, file))
    return keepObjects(house, { organization_id, file_id, batch_id: upload.batch_id, doc_id: upload.doc_id }, file)
  }).catch(async (error: unknown) => {
    // Whoever finished it meanwhile took its parts away.
    const { finished_at } = await act(at => requireUpload(at, file_id))
    if (finished_at === null) throw error
    return null
  })
}

/** Refuses parts with gaps between them, and those that are together not as long as was said before. */
function requireComplete(
  at: MemberScene,
  { file_size, hint }: store.UploadRow,
  found: readonly { part: number; bytes: number }[],
  parts: number,
): void {
  const bytes = found.reduce((sum, one) => sum + one.bytes, 0)
  const isWhole = found.length === parts && found.every(({ part }, index) => part === index + 1)
  if (!isWhole || (file_size !== null && bytes !== file_size)) throw refuse('upload.incomplete')
  if (bytes > mostBytes(at, hint)) throw refuse('attachment.too_large')
}

/** One object after the other, as they are read. */
async function* bytesOf({ objects }: House, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) yield* (await objects.read(key)) as AsyncIterable<Buffer>
}

export async function finish(
  at: MemberScene,
  { file_id }: Body<typeof finishUpload>,
  whole: NewAttachment | null,
): Promise<FileAttachment> {
  const upload = await requireUpload(at, file_id, 'taken')
  if (upload.finished_at !== null || !whole) {
    const [file] = await findAttachments(at, [file_id], keptSince(at.now))
    if (!file) throw refuse('attachment.not_found')
    return fileFrom(at, file)
  }
  requireInTime(at, upload)
  await requireWritable(at, upload.doc_id)
  await insertAttachments(at, [whole])
  await store.finishUploads(at, [file_id])
  at.after(() => at.house.objects.deleteBelow(partsBelow(at.organization_id, file_id)))
  return fileFrom(at, whole)
}

export async function cancel(at: MemberScene, { file_id }: Body<typeof cancelUpload>): Promise<null> {
  const upload = await requireUpload(at, file_id, 'taken')
  if (upload.finished_at !== null) throw refuse('upload.finished')
  await store.deleteUpload(at, file_id)
  at.after(() => at.house.objects.deleteBelow(partsBelow(at.organization_id, file_id)))
  return null
}
