import type { RegionShape } from '#shared/rules/picture-rules'
import { pixelsIn } from './area'
import { checkType, decoding, loadSharp, pixelLimit, timeLimit } from './raster'

/** Small letters are enlarged until the shorter side has this many pixels, at most this many times. */
const smallSide = 240
const enlargedAtMost = 4
/** The longer side of what is read, in pixels. It bounds time and memory. */
const longSide = 2_400
/** White around the words helps to find them, in pixels. */
const margin = 16
const white = 255

/**
 * A part of a picture (null: all of it) in grey as a portable graymap, in a size in which letters can be read. Everything
 * outside the shape is white. Throws a `PictureError`.
 */
export async function greyPart(picture: Buffer, shape: RegionShape | null): Promise<Buffer> {
  checkType(picture, ['jpeg', 'png'])
  const sharp = await loadSharp()
  return decoding(async () => {
    const { data, info } = await sharp(picture, { limitInputPixels: pixelLimit, failOn: 'truncated' })
      .autoOrient()
      .flatten({ background: '#000000' })
      .greyscale()
      .raw({ depth: 'uchar' })
      .timeout(timeLimit)
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const box = boxOf(shape, { width, height })
    const visible = shape?.kind === 'polygon' ? within(data, { width, height }, shape) : data
    const scale = Math.min(
      longSide / Math.max(box.width, box.height),
      Math.max(1, Math.min(enlargedAtMost, smallSide / Math.min(box.width, box.height))),
    )
    const part = await sharp(visible, { raw: { width, height, channels: 1 } })
      .extract(box)
      .resize({
        width: Math.max(1, Math.round(box.width * scale)),
        height: Math.max(1, Math.round(box.height * scale)),
        fit: 'fill',
        kernel: 'cubic',
      })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .timeout(timeLimit)
      .toBuffer({ resolveWithObject: true })
    return graymap(part.data, part.info)
  })
}

interface Size {
  width: number
  height: number
}

/** The pixels around a shape, at least one. */
function boxOf(shape: RegionShape | null, { width, height }: Size) {
  if (!shape) return { left: 0, top: 0, width, height }
  const points =
    shape.kind === 'polygon'
      ? shape.points
      : [
          { x: shape.x, y: shape.y },
          { x: shape.x + shape.width, y: shape.y + shape.height },
        ]
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const left = Math.min(width - 1, Math.floor(Math.min(...xs) * width))
  const top = Math.min(height - 1, Math.floor(Math.min(...ys) * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width, Math.ceil(Math.max(...xs) * width)) - left),
    height: Math.max(1, Math.min(height, Math.ceil(Math.max(...ys) * height)) - top),
  }
}

/** The pixels inside a shape, on white. */
function within(pixels: Buffer, size: Size, shape: RegionShape): Buffer {
  const inside = Buffer.alloc(pixels.length, white)
  for (const { first, end } of pixelsIn(shape, size)) pixels.copy(inside, first, first, end)
  return inside
}

/** Grey pixels as a file that needs no decoder, with white around them. */
function graymap(pixels: Buffer, { width, height }: Size): Buffer {
  const wide = width + 2 * margin
  const head = Buffer.from(`P5\n${wide} ${height + 2 * margin}\n255\n`, 'latin1')
  const file = Buffer.alloc(head.length + wide * (height + 2 * margin), white)
  head.copy(file)
  for (let row = 0; row < height; row++)
    pixels.copy(file, head.length + (row + margin) * wide + margin, row * width, (row + 1) * width)
  return file
}
