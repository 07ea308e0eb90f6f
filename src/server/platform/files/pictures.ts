import type { Sharp } from 'sharp'
import { attachments } from '#shared/contract/attachments/limits'
import { ApiError, apiError, type ErrorCode } from '#shared/errors'

/** A small WebP of a picture, and the short blur hash that is shown until it is loaded. */
export interface Thumbnail {
  webp: Buffer
  blur_hash: string
}

/** A picture as it is stored: rewritten at `path`, upright, without metadata. */
export interface CleanPicture {
  path: string
  width: number
  height: number
  thumbnail: Thumbnail
}

/** How long one picture may occupy the machine. */
const timeout = { seconds: 20 }
/** Rewritten at a quality that looks like the original. */
const writers: Readonly<Record<string, (picture: Sharp) => Sharp>> = {
  'image/jpeg': picture => picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  'image/png': picture => picture.png(),
  'image/apng': picture => picture.png(),
  'image/webp': picture => picture.webp({ quality: 92 }),
  // Choosing colours is the expensive part: the lowest effort takes a third of the time.
  'image/gif': picture => picture.gif({ effort: 1 }),
  'image/avif': picture => picture.avif({ quality: 75, effort: 2 }),
  'image/tiff': picture => picture.tiff({ compression: 'lzw' }),
}
/** Types that can be animated. */
const animated = new Set(['image/gif', 'image/webp', 'image/tiff'])
/** Types that cameras write with the location inside, and that cannot be rewritten here. */
const unwritable =
  /^image\/(heic|heif|heic-sequence|heif-sequence|jxl|jp2|jpx|jpm|mj2|j2c|vnd\.ms-photo|x-adobe-dng|x-canon-cr[23]|x-fujifilm-raf|x-nikon-nef|x-olympus-orf|x-panasonic-rw2|x-sony-arw)$/

const tooManyMovingPixels = { message: 'A moving picture may have 50 million pixels over all its frames.' }

/** True for types that are rewritten before they are stored. */
export const isPicture = (mime: string): boolean => Object.hasOwn(writers, mime)

/** Refuses pictures that may hold their location if it cannot be removed [D23]. */
export function refuseUnwritable(mime: string): void {
  if (unwritable.test(mime)) throw apiError('attachment.place_stays')
}

async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // Its other loaders read drawings and documents and the files they refer to. Pictures need none of them.
  sharp.block({ operation: ['VipsForeignLoad'] })
  const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map(name => `VipsForeignLoad${name}`)
  sharp.unblock({ operation: readers })
  return sharp
}
let loading: ReturnType<typeof loadSharp> | undefined
const loaded = () => {
  loading ??= loadSharp()
  return loading
}

/** Rewrites a picture into `to`: upright, without location and other metadata, and animated if it was [D23]. */
export async function cleanPicture(path: string, mime: string, to: string): Promise<CleanPicture> {
  const sharp = await loaded()
  const write = writers[mime]
  if (!write) throw new Error(`${mime} is not rewritten.`)
  return readable(async () => {
    const options = { limitInputPixels: attachments.pixels, failOn: 'warning', sequentialRead: true } as const
    const { pages = 1, width: across, height: down } = await sharp(path, options).metadata()
    const isMoving = pages > 1 && animated.has(mime)
    if (isMoving && pages * across * down > attachments.movingPixels)
      throw apiError('attachment.too_large', tooManyMovingPixels)
    const source = sharp(path, { ...options, animated: isMoving })
    // Frames of an animation cannot be rotated, and cameras do not write animations.
    const upright = isMoving ? source : source.autoOrient()
    const { width, height, pageHeight } = await write(upright.keepIccProfile()).timeout(timeout).toFile(to)
    return { path: to, width, height: pageHeight ?? height, thumbnail: await thumbnailFrom(to) }
  })
}

/** The thumbnail of a picture on disk or in memory, or of the first frames of an animation. */
export async function thumbnailOf(picture: string | Buffer): Promise<Thumbnail> {
  await loaded()
  return readable(() => thumbnailFrom(picture))
}

/** A picture for printing: a JPEG, within the size of a thumbnail unless another size is given. */
export async function pictureForPrint(
  picture: Buffer,
  side: number = attachments.thumbnailSide,
): Promise<{ jpeg: Buffer; width: number; height: number }> {
  const sharp = await loaded()
  return readable(async () => {
    const { data, info } = await sharp(picture, { limitInputPixels: attachments.pixels })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 72 })
      .timeout(timeout)
      .toBuffer({ resolveWithObject: true })
    return { jpeg: data, width: info.width, height: info.height }
  })
}

async function thumbnailFrom(picture: string | Buffer): Promise<Thumbnail> {
  const [sharp, { encode }] = await Promise.all([loaded(), import('blurhash')])
  const side = attachments.thumbnailSide
  const webp = await sharp(picture, { limitInputPixels: attachments.pixels })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 78 })
    .timeout(timeout)
    .toBuffer()
  const { data, info } = await sharp(webp)
    .resize(32, 32, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { webp, blur_hash: encode(new Uint8ClampedArray(data), info.width, info.height, 4, 3) }
}

/** Unreadable pictures are the fault of the file: too many pixels, or damaged. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    const code: ErrorCode = /pixel limit|too large/i.test(String(cause))
      ? 'attachment.too_large'
      : 'attachment.not_readable'
    throw Object.assign(apiError(code), { cause })
  }
}
