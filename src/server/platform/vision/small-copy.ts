import { checkType, decoding, loadSharp, pixelLimit, timeLimit } from './raster'

const quality = 75

/** A picture that is small enough to be part of an answer, and the size of the whole one. */
export interface SmallCopy {
  bytes: Buffer
  width: number
  height: number
}

/** A small copy of a JPEG picture, upright, whose longer side has at most `side` pixels. Throws a `PictureError`. */
export async function smallCopy(jpeg: Buffer, side: number): Promise<SmallCopy> {
  checkType(jpeg, ['jpeg'])
  const sharp = await loadSharp()
  return decoding(async () => {
    const whole = sharp(jpeg, { limitInputPixels: pixelLimit, failOn: 'truncated', sequentialRead: true }).autoOrient()
    const { autoOrient } = await whole.metadata()
    const bytes = await whole
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality })
      .timeout(timeLimit)
      .toBuffer()
    return { bytes, ...autoOrient }
  })
}
