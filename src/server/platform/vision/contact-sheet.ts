import { checkType, loadSharp } from './raster'

/** The place of one picture on a sheet, in pixels. */
const cell = { width: 640, height: 360 }
const quality = 82

/** Where a picture stands: which sheet, and the row and column on it, all counted from 1. */
export interface Place {
  sheet: number
  row: number
  column: number
}

/**
 * Puts pictures together so that there are at most `atMost`, each whole and in its proportions, from left to right and
 * from top to bottom. Pictures that are few enough stay as they are, each on a sheet of its own. Throws a `PictureError`
 * if one cannot be read.
 */
export async function contactSheets(
  pictures: readonly Buffer[],
  atMost: number,
): Promise<{ sheets: Buffer[]; places: Place[] }> {
  const each = Math.ceil(pictures.length / atMost)
  const columns = Math.ceil(Math.sqrt(each))
  const places = pictures.map((_, index) => ({
    sheet: Math.floor(index / each) + 1,
    row: Math.floor((index % each) / columns) + 1,
    column: ((index % each) % columns) + 1,
  }))
  if (each <= 1) return { sheets: [...pictures], places }
  const groups = Array.from({ length: Math.ceil(pictures.length / each) }, (_, group) =>
    pictures.slice(group * each, (group + 1) * each),
  )
  return { sheets: await Promise.all(groups.map(group => sheetOf(group, columns))), places }
}

async function sheetOf(pictures: readonly Buffer[], columns: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const parts = await Promise.all(
    pictures.map(async (picture, index) => {
      checkType(picture, ['jpeg', 'png'])
      return {
        input: await sharp(picture)
          .resize({ ...cell, fit: 'contain', background: 'black' })
          .png()
          .toBuffer(),
        left: (index % columns) * cell.width,
        top: Math.floor(index / columns) * cell.height,
      }
    }),
  )
  const size = { width: columns * cell.width, height: Math.ceil(pictures.length / columns) * cell.height }
  return sharp({ create: { ...size, channels: 3, background: 'black' } })
    .composite(parts)
    .jpeg({ quality })
    .toBuffer()
}
