import { day } from '../../limits'

/**
 * Attachments [D23]: bytes of one file, and of an audio file; bytes and number of the parts of an upload; files of one
 * call, and their total bytes. `kept` limits how long an upload may take, and how long an unattached file is kept.
 * Pictures have at most `pixels`; an animated one has at most `movingPixels` over all its frames.
 */
export const attachments = {
  bytes: 100_000_000,
  audioBytes: 500_000_000,
  audioSeconds: 4 * 60 * 60,
  partBytes: 1_048_576,
  parts: 10_000,
  perCall: 12,
  callBytes: 510_000_000,
  nameLength: 200,
  openUploads: 50,
  kept: day,
  pixels: 100_000_000,
  movingPixels: 50_000_000,
  thumbnailSide: 480,
} as const
/** Bytes that the files of an organisation may use, by its plan, unless `STORAGE_GB` overrides it. */
export const storage = { free: 5_000_000_000, premium: 500_000_000_000 } as const
/** How many people are listed with the storage they use. */
export const storageShare = { people: 10 } as const
