import type { AppContext } from '../../platform/app-context'
import type { Inspected } from '../../platform/files/inspect'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import type { NewAttachment } from './attachments-store'
import { fileKey, thumbnailKey } from './keys'

/** The owner and the ids of a file to store. */
export interface Place {
  organization_id: number
  file_id: string
  batch_id: string
  doc_id: number | null
}

/** Refuses a document that the caller may not write in, because all its readers see what is attached to it. */
export async function requireWritable(ctx: MemberContext, doc_id: number | null | undefined): Promise<void> {
  if (doc_id === null || doc_id === undefined) return
  await portsOf(ctx.app).requireWritableDocument(ctx, doc_id)
}

/** Stores a file and its thumbnail; returns the row for the attachment. */
export async function storeObjects(app: AppContext, place: Place, file: Inspected): Promise<NewAttachment> {
  const { organization_id, file_id, batch_id, doc_id } = place
  const { thumbnail, size } = file
  await Promise.all([
    app.objects.putFile(fileKey(organization_id, file_id), file.path, file.mime_type),
    thumbnail && app.objects.put(thumbnailKey(organization_id, file_id), thumbnail.webp, 'image/webp'),
  ])
  return {
    id: file_id,
    batch_id,
    doc_id,
    file_name: file.file_name,
    bytes: file.bytes,
    mime_type: file.mime_type,
    width: size?.width ?? null,
    height: size?.height ?? null,
    duration_seconds: file.duration_seconds,
    blur_hash: thumbnail?.blur_hash ?? null,
  }
}
