import type { Sharp } from 'sharp'
import { checkType, decoding, loadSharp, PictureError, pixelLimit, timeLimit } from './raster'

/** The longer side of what is kept of the hidden part, in pixels: less than one for a line of text or a face. */
const keptSide = 8
/** The mask shows the frame where it is at least this bright over black, of 255; everything darker or clearer hides it. */
const visibleFrom = 200

/**
 * The frame as others than its owner may see it [D29]: a JPEG, upright and without metadata, in which only the part under
 * the opaque white area of `mask` is clear. The rest comes from a few pixels, so nothing that was there can be computed
 * back. `frame` is a JPEG or PNG; `mask` is a PNG of any size, which is stretched over the frame. Throws a
 * {@link PictureError} if either cannot be read; it never returns a frame without its mask. With `within`, a larger frame
 * is made smaller first, so that its longer side has that many pixels: enough to measure it, in a tenth of the time.
 */
export async function applyOverlay(frame: Buffer, mask: Buffer, within?: number): Promise<Buffer> {
  checkType(frame, ['jpeg', 'png'])
  checkType(mask, ['png'])
  const sharp = await loadSharp()
  const strict = { limitInputPixels: pixelLimit, failOn: 'error' } as const
  return decoding(async () => {
    const upright = sharp(frame, strict).autoOrient().flatten({ background: '#000000' })
    const inside = { fit: 'inside', withoutEnlargement: true } as const
    const clear = await pixelsOf(within ? upright.resize(within, within, inside) : upright, 3)
    const size = { width: clear.raw.width, height: clear.raw.height }
    const few = sharp(clear.data, clear)
      .resize({ ...keptSize(size), fit: 'fill' })
      .blur(1)
    const kept = await pixelsOf(few, 3)
    const hidden = await pixelsOf(sharp(kept.data, kept).resize({ ...size, fit: 'fill', kernel: 'cubic' }), 3)
    const visible = await pixelsOf(
      sharp(mask, strict)
        .flatten({ background: '#000000' })
        .resize({ ...size, fit: 'fill', kernel: 'linear' })
        .threshold(visibleFrom)
        .toColourspace('b-w'),
      1,
    )
    const shown = await pixelsOf(sharp(clear.data, clear).joinChannel(visible.data, visible), 4)
    return sharp(hidden.data, hidden)
      .composite([{ input: shown.data, raw: shown.raw }])
      .removeAlpha()
      .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
      .timeout(timeLimit)
      .toBuffer()
  })
}

interface Size {
  width: number
  height: number
}

function keptSize({ width, height }: Size): Size {
  const scale = keptSide / Math.max(width, height)
  const side = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: side(width), height: side(height) }
}

/** Plain bytes, as the next step takes them. Each step ends before the next begins, so that none is left out or moved. */
async function pixelsOf<C extends 1 | 3 | 4>(picture: Sharp, channels: C) {
  const { data, info } = await (channels === 1 ? picture : picture.toColourspace('srgb'))
    .raw({ depth: 'uchar' })
    .timeout(timeLimit)
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== channels) throw new PictureError('damaged')
  return { data, raw: { width: info.width, height: info.height, channels } }
}
