import type { AppContext } from '../../platform/app-context'
import type { Inspected } from '../../platform/files/inspect'
import { portsOf } from '../../platform/registry'
import type { MemberContext } from '../../platform/request-context'
import type { NewAttachment } from './attachments-store'
import { fileKey, thumbnailKey } from './keys'

/** Whose file it will be, and with which. */
export interface Place {
  organization_id: number
  file_id: string
  batch_id: string
  doc_id: number | null
}

/** Refuses a document that the caller may not write in: whatever is given to it, all its readers see. */
export async function requireWritable(ctx: MemberContext, doc_id: number | null | undefined): Promise<void> {
  if (doc_id === null || doc_id === undefined) return
  await portsOf(ctx.app).requireWritableDocument(ctx, doc_id)
}

/** Puts a file and its thumbnail into the store; answers the row that makes it an attachment. */
export async function keepObjects(app: AppContext, place: Place, file: Inspected): Promise<NewAttachment> {
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
