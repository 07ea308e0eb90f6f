const million = 1_000_000

/** What of a PDF is shown: a file may say anything about itself, and must neither fill the memory nor hold up the page. */
export const limits = {
  /** Larger files are only downloaded: they are read whole. */
  bytes: 60 * million,
  pages: 5_000,
  /** Pixels of one picture on a page; a larger one is left out. */
  imagePixels: 50 * million,
  /** Pixels of a page on the screen; a larger one is drawn coarser. */
  canvasPixels: 12 * million,
  canvasSide: 8_192,
  /** CSS pixels that a page is wide or high at most. */
  side: 12_000,
  /** Pieces of text of a page that can be selected. */
  texts: 20_000,
  links: 1_000,
  /** Milliseconds that opening or drawing may take. */
  patience: 20_000,
} as const

/** Of a page, in points; at scale 1 these are CSS pixels. */
export interface Size {
  width: number
  height: number
}

const A4: Size = { width: 595, height: 842 }

/** How large a page says that it is, unless that is nothing to go by. */
export function sizeOf(page: { getViewport(of: { scale: number }): Size }): Size {
  const { width, height } = page.getViewport({ scale: 1 })
  const isSize = (side: number) => Number.isFinite(side) && side > 0
  return isSize(width) && isSize(height) ? { width, height } : A4
}

/** The scale at which a page is really shown, for a requested one. */
export const scaleWithin = ({ width, height }: Size, wished: number): number =>
  Math.min(wished, limits.side / width, limits.side / height)

/** Pixels of the canvas for one CSS pixel, on a screen that has so many. */
export function sharpness({ width, height }: Size, ofScreen: number): number {
  return Math.min(
    ofScreen,
    Math.sqrt(limits.canvasPixels / (width * height)),
    limits.canvasSide / width,
    limits.canvasSide / height,
  )
}
