import type { Temporal } from 'temporal-polyfill'
import { checkType, decoding, loadSharp, pixelLimit, timeLimit } from '../../../platform/vision/raster'

/** The size of a film in pixels at most; pictures are not enlarged. */
const largest = { width: 1_280, height: 720 }
const background = '#000000'

export interface Size {
  width: number
  height: number
}

/** The size of a film whose first picture this is. Throws a `PictureError` if it cannot be read. */
export async function sizeFor(jpeg: Buffer): Promise<Size> {
  checkType(jpeg, ['jpeg', 'png'])
  const sharp = await loadSharp()
  const { autoOrient } = await decoding(() => sharp(jpeg, { limitInputPixels: pixelLimit }).metadata())
  const { width, height } = autoOrient
  const scale = Math.min(1, largest.width / width, largest.height / height)
  // The format of the film has one colour for each four pixels.
  const even = (length: number) => Math.max(2, Math.floor((length * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** The pixels of a picture as a film shows it, with its time in a corner. Throws a `PictureError`. */
export async function pixelsOf(jpeg: Buffer, { width, height }: Size, at: Temporal.ZonedDateTime): Promise<Buffer> {
  checkType(jpeg, ['jpeg', 'png'])
  const sharp = await loadSharp()
  const time = await timeOf(at, { width, height })
  return decoding(() =>
    sharp(jpeg, { limitInputPixels: pixelLimit, failOn: 'truncated', sequentialRead: true })
      .autoOrient()
      .resize({ width, height, fit: 'contain', background, kernel: 'linear' })
      .flatten({ background })
      .toColourspace('srgb')
      .composite([{ ...time, left: 0, top: 0 }])
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .timeout(timeLimit)
      .toBuffer(),
  )
}

/** The time as a small overlay picture: `2026-11-20 15:21:07`. */
async function timeOf(at: Temporal.ZonedDateTime, { width, height }: Size) {
  const sharp = await loadSharp()
  const text = `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'second' })}`
  const size = Math.max(9, Math.round(height / 30))
  const markup = `<span foreground="#ffffff" background="#000000"> ${text} </span>`
  // At 72 dots per inch, a point is a pixel.
  const { data, info } = await sharp({ text: { text: markup, font: `sans ${size}`, dpi: 72, rgba: true } })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: data, raw: { width: info.width, height: info.height, channels: info.channels } }
}
