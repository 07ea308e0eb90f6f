import { frames } from '#shared/contract/sources/limits'

/** A small grey picture: one byte a pixel, row by row, from 0 (black) to 255 (white). */
export interface Raster {
  width: number
  height: number
  pixels: Uint8Array
}

/** Why a picture could not be used. `busy`: too many pictures wait already; the same picture may succeed later. */
export type PictureFault = 'not_a_picture' | 'damaged' | 'too_large' | 'too_slow' | 'busy'

/** A picture that cannot be used is the fault of who sent it, never of the server. */
export class PictureError extends Error {
  override name = 'PictureError'

  constructor(
    readonly fault: PictureFault,
    cause?: unknown,
  ) {
    super(`The picture cannot be used: ${fault.replaceAll('_', ' ')}.`, { cause })
  }
}

/** The longer side: 160 × 90 for most cameras, enough to see what people see at a glance. */
const rasterSide = 160
/** More than any camera or shared screen delivers. */
export const pixelLimit = 25_000_000
/** How long one picture may occupy a processor. */
export const timeLimit = { seconds: 5 }

async function importSharp() {
  const { default: sharp } = await import('sharp')
  // Frames do not repeat, and several of them are decoded at once.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
let importing: ReturnType<typeof importSharp> | undefined

/** The decoder, loaded with the first picture. */
export function loadSharp(): ReturnType<typeof importSharp> {
  importing ??= importSharp()
  return importing
}

const signatures = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}

/**
 * Throws unless the bytes begin as one of these types. The decoder chooses its reader by the same bytes; its other
 * readers, some of which open files and addresses that a picture names, are never reached.
 */
export function checkType(bytes: Buffer, types: readonly (keyof typeof signatures)[]): void {
  if (bytes.length > frames.bytes) throw new PictureError('too_large')
  const type = pictureType(bytes)
  if (type === null || !types.includes(type)) throw new PictureError('not_a_picture')
}

/** What the bytes begin as; null for anything but a picture that can be read. */
export function pictureType(bytes: Buffer): keyof typeof signatures | null {
  const isA = (type: keyof typeof signatures) => bytes.subarray(0, signatures[type].length).equals(signatures[type])
  return isA('jpeg') ? 'jpeg' : isA('png') ? 'png' : null
}

/** Runs a step of the decoder, and turns its errors into a {@link PictureError}. */
export async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof PictureError) throw cause
    const text = String(cause)
    if (/pixel limit|too large|exceeds/i.test(text)) throw new PictureError('too_large', cause)
    if (/timeout/i.test(text)) throw new PictureError('too_slow', cause)
    throw new PictureError('damaged', cause)
  }
}

/** Decodes a JPEG or PNG, upright, outside of the thread that calls. Throws a {@link PictureError}. */
export async function decodeRaster(frame: Buffer): Promise<Raster> {
  checkType(frame, ['jpeg', 'png'])
  const sharp = await loadSharp()
  return decoding(async () => {
    const { data, info } = await sharp(frame, {
      limitInputPixels: pixelLimit,
      failOn: 'truncated',
      sequentialRead: true,
    })
      .autoOrient()
      .resize({ width: rasterSide, height: rasterSide, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
      .flatten({ background: '#000000' })
      .greyscale()
      .raw({ depth: 'uchar' })
      .timeout(timeLimit)
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, pixels: new Uint8Array(data) }
  })
}
