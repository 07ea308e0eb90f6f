import { z } from 'zod'
import { Id, Instant, Nothing } from '../common'
import { endpoint, member, uploadEndpoint } from '../endpoint'
import { attachments } from './limits'

/**
 * A file that belongs to a document or log, or to nothing yet [3.7]. Its URLs are relative to this server, signed, and
 * valid for at least a minute. `mime_type` is detected from the bytes [D23].
 */
export const FileAttachment = z.object({
  file_id: z.uuid(),
  /** Files that were uploaded together. */
  batch_id: z.uuid(),
  url: z.string(),
  file_name: z.string(),
  file_size: z.int(),
  mime_type: z.string(),
  file_metadata: z.object({
    /** In pixels after rotation; null for files that are neither picture nor video. */
    image_resolution: z.object({ width: z.int(), height: z.int() }).nullable(),
    /** Null for files without a duration, and where this server cannot read it. */
    duration_seconds: z.number().nullable(),
  }),
  /** A WebP of at most 480 pixels a side. */
  file_thumbnail: z.object({ blur_hash: z.string(), url: z.string() }).nullable(),
})
export type FileAttachment = z.infer<typeof FileAttachment>

/**
 * The document that the file is for. The uploader must be able to write there; everybody who may read the document may
 * read the file.
 */
const doc_id = Id.optional()
const batch_id = z.uuid().optional()

/** Uploads several files at once. If one file is refused, none is stored; `issues` names the refused file. */
export const uploadFiles = uploadEndpoint({
  method: 'POST',
  path: '/attachments/upload',
  summary: 'Uploads files in the multipart field `files`. Files that are attached to nothing within a day are removed.',
  access: member(),
  carries: 'files',
  bodyBytes: attachments.callBytes,
  perMinute: 120,
  body: z.object({ doc_id, batch_id }),
  answer: z.array(FileAttachment),
})

/** An upload in parts. Parts are numbered from 1 and have any size up to `part_bytes`. */
export const Upload = z.object({
  /** The id of the file once the upload is finished. */
  file_id: z.uuid(),
  batch_id: z.uuid(),
  part_bytes: z.int(),
  /** The numbers of the parts received so far. */
  parts: z.array(z.int()),
  expires_at: Instant,
})
export type Upload = z.infer<typeof Upload>

export const startUpload = endpoint({
  method: 'POST',
  path: '/attachments/upload/start',
  summary: 'Starts an upload in parts. It can be resumed after any interruption for a day.',
  access: member({ guests: 'too' }),
  body: z.object({
    file_name: z.string().max(1_000),
    /** Left out while the size is unknown, as during recording. */
    file_size: z.int().min(1).optional(),
    /**
     * The expected kind of file; audio may be larger. The upload is refused at the end if its bytes are of another
     * kind.
     */
    content_hint: z.enum(['audio', 'video', 'image', 'other']).optional(),
    doc_id,
    batch_id,
  }),
  answer: Upload,
})

const file_id = z.uuid()

export const uploadPart = uploadEndpoint({
  method: 'PUT',
  path: '/attachments/upload/{file_id}/{part}',
  summary: 'Uploads one part; the body is its bytes. Sending a part again replaces it.',
  access: member({ guests: 'too' }),
  carries: 'bytes',
  bodyBytes: attachments.partBytes,
  // A limit of its own, as high as the general one, so that a large upload does not use up the person's other calls.
  perMinute: 1_200,
  body: z.object({ file_id, part: z.int().min(1).max(attachments.parts) }),
  answer: Nothing,
})

export const readUpload = endpoint({
  method: 'POST',
  reads: true,
  path: '/attachments/upload/state',
  summary: 'Lists the parts of an upload that were received.',
  access: member({ guests: 'too' }),
  body: z.object({ file_id }),
  answer: Upload,
})

export const finishUpload = endpoint({
  method: 'POST',
  path: '/attachments/upload/finish',
  summary: 'Joins the parts 1 to `parts` to a file. Finishing again returns the same file.',
  access: member({ guests: 'too' }),
  perMinute: 120,
  body: z.object({ file_id, parts: z.int().min(1).max(attachments.parts) }),
  answer: FileAttachment,
})

export const cancelUpload = endpoint({
  method: 'POST',
  path: '/attachments/upload/cancel',
  summary: 'Cancels an unfinished upload and deletes its parts.',
  access: member({ guests: 'too' }),
  body: z.object({ file_id }),
  answer: Nothing,
})

export const downloadFiles = endpoint({
  method: 'POST',
  reads: true,
  path: '/attachments/download',
  summary:
    'Returns files by their ids with fresh URLs. Files that are deleted or that the caller may not see are left out.',
  access: member(),
  body: z.object({ file_ids: z.array(file_id).min(1).max(100) }),
  answer: z.array(FileAttachment),
})
