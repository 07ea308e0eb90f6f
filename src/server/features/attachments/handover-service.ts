import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../../platform/app-context'
import { withTemporaryFolder } from '../../platform/files/temporary-folder'
import type { PreflightContext } from '../../platform/http/route'
import type { MemberContext, OrganizationContext } from '../../platform/request-context'
import * as store from './attachments-store'
import { fileKey, filePrefix, thumbnailKey } from './keys'
import { expiryFrom } from './lifetimes'
import { finishUploads, insertUploads } from './uploads-store'

/** Moves files from one organisation to another. The caller of these functions checks the permission. */

type TenantTx = Pick<OrganizationContext, 'tx' | 'organization_id'>

/** A stored copy, and the id of the file it was made from. */
export interface Copy {
  from_id: string
  row: store.NewAttachment
}

export const ofDocument = (at: TenantTx, doc_id: number): Promise<store.AttachmentRow[]> =>
  store.attachmentsOfDocument(at, doc_id)

/** Copies files of another organisation into the caller's. Throws `object.not_found` if one no longer exists. */
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

/** Copies through the disk, because stores need to know the length in advance. */
function copyObject(app: AppContext, from: string, to: string, contentType: string): Promise<void> {
  return withTemporaryFolder(app, async folder => {
    const path = join(folder, 'copy')
    await pipeline(await app.objects.read(from), createWriteStream(path))
    await app.objects.putFile(to, path, contentType)
  })
}

/** Removes the files of a document from an organisation; their objects stay until they are deleted. */
export function removeFiles(at: TenantTx, doc_id: number): Promise<void> {
  return store.deleteOfDocument(at, doc_id)
}

/** Attaches copies to a document of the caller's organisation; returns the new ids by the old ones. */
export async function attachCopies(
  ctx: MemberContext,
  doc_id: number,
  copies: readonly Copy[],
): Promise<Map<string, string>> {
  const rows = copies.map(({ row }) => ({ ...row, doc_id }))
  if (rows.length > 0) await store.insertAttachments(ctx, rows)
  await finishUploads(
    ctx,
    rows.map(row => row.id),
  )
  return new Map(copies.map(({ from_id, row }) => [from_id, row.id]))
}

/** Deletes the objects of removed files. */
export async function deleteObjects(
  { objects }: AppContext,
  organization_id: number,
  file_ids: readonly string[],
): Promise<void> {
  await Promise.all(file_ids.map(id => objects.deleteBelow(filePrefix(organization_id, id))))
}

/** The key prefixes of everything that an organisation stores. */
export const keyPrefixes = (organization_id: number): string[] => [
  `attachments/${organization_id}`,
  `uploads/${organization_id}`,
]
