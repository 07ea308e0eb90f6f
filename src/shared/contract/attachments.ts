import { z } from 'zod'
import { attachments } from '../limits'
import { Id, Instant, Nothing } from './common'
import { endpoint, member, uploadEndpoint } from './endpoint'

/**
 * A file that belongs to a document or log, or to nothing yet [3.7]. Its addresses are of this server and begin with a slash; they
 * are signed, and good for a minute at least. `mime_type` is told from the bytes [D23].
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
    /** In pixels as shown, so after turning; null for what is no picture and no video. */
    image_resolution: z.object({ width: z.int(), height: z.int() }).nullable(),
    /** Null for what does not last, and where this server cannot tell. */
    duration_seconds: z.number().nullable(),
  }),
  /** A WebP of 480 pixels at most. */
  file_thumbnail: z.object({ blur_hash: z.string(), url: z.string() }).nullable(),
})
export type FileAttachment = z.infer<typeof FileAttachment>

/** A document that a file is for: whoever uploads may write there, and all who may read it may read the file. */
const doc_id = Id.optional()
const batch_id = z.uuid().optional()

/** Several files at once. One that is refused refuses all; `issues` name it, and nothing stays. */
export const uploadFiles = uploadEndpoint({
  method: 'POST',
  path: '/attachments/upload',
  summary: 'Uploads files in the multipart field `files`. What belongs to nothing within a day is removed.',
  access: member(),
  carries: 'files',
  bodyBytes: attachments.callBytes,
  perMinute: 120,
  body: z.object({ doc_id, batch_id }),
  answer: z.array(FileAttachment),
})

/** An upload in parts. Parts are numbered from 1 and have any size up to `part_bytes`. */
export const Upload = z.object({
  /** That of the file, once the upload is finished. */
  file_id: z.uuid(),
  batch_id: z.uuid(),
  part_bytes: z.int(),
  /** The numbers of the parts that are there. */
  parts: z.array(z.int()),
  expires_at: Instant,
})
export type Upload = z.infer<typeof Upload>

export const startUpload = endpoint({
  method: 'POST',
  path: '/attachments/upload/start',
  summary: 'Starts an upload in parts, which goes on after any interruption until a day is over.',
  access: member({ guests: 'too' }),
  body: z.object({
    file_name: z.string().max(1_000),
    /** Left out where it is not known yet, as when recording. */
    file_size: z.int().min(1).optional(),
    /** What the bytes will be: sound may be larger. Where the bytes say otherwise in the end, the file is refused. */
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
  summary: 'Puts one part of an upload: the body is its bytes. The same part again replaces it.',
  access: member({ guests: 'too' }),
  carries: 'bytes',
  bodyBytes: attachments.partBytes,
  // As many as the limit for all calls: their own count, so that a large file leaves the person the rest of the product.
  perMinute: 1_200,
  body: z.object({ file_id, part: z.int().min(1).max(attachments.parts) }),
  answer: Nothing,
})

export const readUpload = endpoint({
  method: 'POST',
  reads: true,
  path: '/attachments/upload/state',
  summary: 'Which parts of an upload are there.',
  access: member({ guests: 'too' }),
  body: z.object({ file_id }),
  answer: Upload,
})

export const finishUpload = endpoint({
  method: 'POST',
  path: '/attachments/upload/finish',
  summary: 'Makes the file of the parts 1 to `parts`. Finishing again answers the file again.',
  access: member({ guests: 'too' }),
  perMinute: 120,
  body: z.object({ file_id, parts: z.int().min(1).max(attachments.parts) }),
  answer: FileAttachment,
})

export const cancelUpload = endpoint({
  method: 'POST',
  path: '/attachments/upload/cancel',
  summary: 'Forgets an unfinished upload and its parts.',
  access: member({ guests: 'too' }),
  body: z.object({ file_id }),
  answer: Nothing,
})

export const downloadFiles = endpoint({
  method: 'POST',
  reads: true,
  path: '/attachments/download',
  summary:
    'Files by their ids with fresh addresses; those that the caller may not see, and those that are gone, are left out.',
  access: member(),
  body: z.object({ file_ids: z.array(file_id).min(1).max(100) }),
  answer: z.array(FileAttachment),
})
