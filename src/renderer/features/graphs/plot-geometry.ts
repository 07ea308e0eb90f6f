import type { Bucket } from '#shared/contract/graphs/endpoints'
import type { Insets } from './chart-option'

/** The insets of the plot in the chart and in the strips below, so that the same time is aligned. */
export const insetsOf = (isNarrow: boolean): Insets =>
  isNarrow ? { left: 36, right: 12, top: 12, bottom: 28 } : { left: 104, right: 20, top: 12, bottom: 28 }

/**
 * The size of a chart on paper in pixels, about as wide as the text of a page, so that its letters have the usual size.
 */
export const onPaper = { width: 640, height: 300 }

/**
 * Returns the position of an instant along the plot, from 0 to 1. All buckets have the same width, however long they
 * are.
 */
export function placeOf(instant: string, buckets: readonly Bucket[]): number {
  const at = Date.parse(instant)
  const index = buckets.findIndex(({ to }) => at < Date.parse(to))
  const bucket = buckets[index]
  if (!bucket) return 1
  const from = Date.parse(bucket.from)
  const within = Math.max(0, at - from) / (Date.parse(bucket.to) - from)
  return (index + within) / buckets.length
}

/** Returns the bucket at a distance in pixels from the left edge of the box, or the nearest one outside of the plot. */
export function bucketAt(x: number, width: number, { left, right }: Insets, count: number): number {
  const along = (x - left) / Math.max(1, width - left - right)
  return Math.min(count - 1, Math.max(0, Math.floor(along * count)))
}

/** Returns the position of a stretch of buckets as CSS, relative to the whole box. */
export function bandOf(first: number, last: number, count: number, { left, right }: Insets) {
  const plot = `(100% - ${left + right}px)`
  return {
    left: `calc(${left}px + ${plot} * ${first / count})`,
    width: `calc(${plot} * ${(last - first + 1) / count})`,
  }
}
