import type { Bucket } from '#shared/contract/graphs'
import type { Insets } from './chart-option'

/** Where the plot stands in the chart, and in the strips below it, so that what happened at one time is in one line. */
export const insetsOf = (isNarrow: boolean): Insets =>
  isNarrow ? { left: 36, right: 12, top: 12, bottom: 28 } : { left: 104, right: 20, top: 12, bottom: 28 }

/** How far along the plot an instant is, from 0 to 1: every bucket is as wide as any other, however long it is. */
export function placeOf(instant: string, buckets: readonly Bucket[]): number {
  const at = Date.parse(instant)
  const index = buckets.findIndex(({ to }) => at < Date.parse(to))
  const bucket = buckets[index]
  if (!bucket) return 1
  const from = Date.parse(bucket.from)
  const within = Math.max(0, at - from) / (Date.parse(bucket.to) - from)
  return (index + within) / buckets.length
}

/** Which bucket is drawn at a distance from the left edge of the box, pixels; the nearest one beside the plot. */
export function bucketAt(x: number, width: number, { left, right }: Insets, count: number): number {
  const along = (x - left) / Math.max(1, width - left - right)
  return Math.min(count - 1, Math.max(0, Math.floor(along * count)))
}

/** Where a stretch of buckets is drawn, as CSS of something that stands in the whole box. */
export function bandOf(first: number, last: number, count: number, { left, right }: Insets) {
  const plot = `(100% - ${left + right}px)`
  return {
    left: `calc(${left}px + ${plot} * ${first / count})`,
    width: `calc(${plot} * ${(last - first + 1) / count})`,
  }
}
