import { z } from 'zod'

/** What survives a reload of an upload, besides its bytes, which are parts of the mutation. */
export const UploadInput = z.object({
  /** Where the file was chosen and is listed. */
  place: z.string(),
  name: z.string(),
  size: z.number(),
  type: z.string(),
  file_id: z.string().nullable(),
  batch_id: z.string().nullable(),
  /** How often the server forgot the upload; each time it is started under another key. */
  restarts: z.int(),
  /** The document that the file is attached to as soon as it arrived. */
  doc_id: z.int().optional(),
  /** Milliseconds since the epoch. */
  done_at: z.number().nullable(),
})
export type UploadInput = z.infer<typeof UploadInput>

export const uploadKind = 'file.upload'
export const laneOf = (id: string): string => `upload.${id}`
