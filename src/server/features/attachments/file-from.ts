import type { FileAttachment } from '#shared/contract/attachments/endpoints'
import type { OrganizationContext } from '../../platform/request-context'
import type { AttachmentRow } from './attachments-store'
import { fileKey, thumbnailKey } from './keys'

/** How long a URL is valid at most: somebody who loses access cannot load the file for longer than this [D41]. */
const urlSeconds = 60

export async function fileFrom(
  { app, organization_id }: Pick<OrganizationContext, 'app' | 'organization_id'>,
  row: AttachmentRow,
): Promise<FileAttachment> {
  const { id, width, height, blur_hash, duration_seconds } = row
  const [url, thumbnail] = await Promise.all([
    app.objects.addressFor(fileKey(organization_id, id), urlSeconds, row.file_name),
    blur_hash === null ? null : app.objects.addressFor(thumbnailKey(organization_id, id), urlSeconds, 'thumbnail.webp'),
  ])
  return {
    file_id: id,
    batch_id: row.batch_id,
    url,
    file_name: row.file_name,
    file_size: row.bytes,
    mime_type: row.mime_type,
    file_metadata: {
      image_resolution: width === null || height === null ? null : { width, height },
      duration_seconds,
    },
    file_thumbnail: blur_hash === null || thumbnail === null ? null : { blur_hash, url: thumbnail },
  }
}
