const million = 1_000_000

/**
 * Limits for showing a PDF. A file may claim anything about itself, but must neither fill the memory nor block the
 * page.
 */
export const limits = {
  /** Larger files can only be downloaded, because the viewer reads a file as a whole. */
  bytes: 60 * million,
  pages: 5_000,
  /** Pixels of one picture on a page; larger pictures are left out. */
  imagePixels: 50 * million,
  /** Pixels of a page on the screen; larger pages are drawn at a lower resolution. */
  canvasPixels: 12 * million,
  canvasSide: 8_192,
  /** The largest width and height of a page, in CSS pixels. */
  side: 12_000,
  /** Pieces of text on a page that can be selected. */
  texts: 20_000,
  links: 1_000,
  /** Milliseconds that opening or drawing may take. */
  timeout: 20_000,
} as const

/** The size of a page in points, which are CSS pixels at scale 1. */
export interface Size {
  width: number
  height: number
}

const A4: Size = { width: 595, height: 842 }

/** Returns the size that a page claims to have, or a default where the claim is unusable. */
export function sizeOf(page: { getViewport(of: { scale: number }): Size }): Size {
  const { width, height } = page.getViewport({ scale: 1 })
  const isSize = (side: number) => Number.isFinite(side) && side > 0
  return isSize(width) && isSize(height) ? { width, height } : A4
}

/** Returns the scale at which a page is shown, at most the requested one. */
export const scaleWithin = ({ width, height }: Size, requested: number): number =>
  Math.min(requested, limits.side / width, limits.side / height)

/** Returns how many canvas pixels to draw for one CSS pixel, given the pixel ratio of the screen. */
export function sharpness({ width, height }: Size, ofScreen: number): number {
  return Math.min(
    ofScreen,
    Math.sqrt(limits.canvasPixels / (width * height)),
    limits.canvasSide / width,
    limits.canvasSide / height,
  )
}
