import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../../platform/app-context'
import { withTemporaryFolder } from '../../platform/files/temporary-folder'
import type { PreflightContext } from '../../platform/http/route'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import * as store from './attachments-store'
import { expiryFrom } from './kept'
import { fileKey, keptBelow, thumbnailKey } from './keys'
import { finishUploads, insertUploads } from './uploads-store'

/** How files go from one organisation to another. Whether they may is for whoever calls to know. */

type In = Pick<OrganizationContext, 'tx' | 'organization_id'>

/** A copy that lies in the store, and the id of what it was made from. */
export interface Copy {
  from_id: string
  row: store.NewAttachment
}

export const ofDocument = (at: In, doc_id: number): Promise<store.AttachmentRow[]> =>
  store.attachmentsOfDocument(at, doc_id)

/** Copies files of another organisation into the store of the caller's. Throws `object.not_found` where one is gone. */
export async function copyFiles(
  preflight: PreflightContext,
  { organization_id: from, files }: { organization_id: number; files: readonly store.AttachmentRow[] },
): Promise<Copy[]> {
  const copies = files.map(row => ({ from_id: row.id, row: { ...row, id: randomUUID(), doc_id: null } }))
  const to = await preflight.runAsMember(async ctx => {
    const expires_at = expiryFrom(ctx.now)
    const uploads = copies.map(({ row: { id, batch_id, file_name, bytes } }) => ({
      ...{ id, batch_id, file_name, file_size: bytes, hint: null, doc_id: null, expires_at },
    }))
    if (uploads.length > 0) await insertUploads(ctx, uploads)
    return ctx.organization_id
  })
  for (const { from_id, row } of copies) {
    await copyObject(preflight.app, fileKey(from, from_id), fileKey(to, row.id), row.mime_type)
    if (row.blur_hash !== null)
      await copyObject(preflight.app, thumbnailKey(from, from_id), thumbnailKey(to, row.id), 'image/webp')
  }
  return copies
}

/** Through the disk, because stores want to know the length before. */
function copyObject(app: AppContext, from: string, to: string, contentType: string): Promise<void> {
  return withTemporaryFolder(app, async folder => {
    const path = join(folder, 'copy')
    await pipeline(await app.objects.read(from), createWriteStream(path))
    await app.objects.putFile(to, path, contentType)
  })
}

/** Takes the files of a document out of an organisation; their objects stay until they are forgotten. */
export function takeOut(at: In, doc_id: number): Promise<void> {
  return store.deleteOfDocument(at, doc_id)
}

/** Gives copies to a document of the caller's organisation; answers the new ids by the old ones. */
export async function putIn(ctx: MemberContext, doc_id: number, copies: readonly Copy[]): Promise<Map<string, string>> {
  const rows = copies.map(({ row }) => ({ ...row, doc_id }))
  if (rows.length > 0) await store.insertAttachments(ctx, rows)
  await finishUploads(
    ctx,
    rows.map(row => row.id),
  )
  return new Map(copies.map(({ from_id, row }) => [from_id, row.id]))
}

/** Removes the objects of files that were taken out. */
export async function forget(
  { objects }: AppContext,
  organization_id: number,
  file_ids: readonly string[],
): Promise<void> {
  await Promise.all(file_ids.map(id => objects.deleteBelow(keptBelow(organization_id, id))))
}

/** The keys that everything of an organisation lies below. */
export const everythingBelow = (organization_id: number): string[] => [
  `attachments/${organization_id}`,
  `uploads/${organization_id}`,
]
