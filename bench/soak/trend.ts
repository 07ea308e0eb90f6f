import { median } from '../table'

export interface Point {
  minute: number
  value: number
}

/** A measure that must not grow, with its tolerance. */
export interface Series {
  what: string
  unit: string
  points: readonly Point[]
  /** Limits for the line through the second half: growth a minute, and over that half as a share of its start. */
  most: { perMinute: number; share?: number }
}

export interface Trend {
  what: string
  unit: string
  /** Median of the first fifth of the second half, when everything is warm. */
  settled: number
  /** Slope of the line through the second half. */
  perMinute: number
  /** How far that line rises over the second half. */
  climbs: number
  /** Why it fails; null if it passes. */
  why: string | null
}

export function trendOf({ what, unit, points, most }: Series): Trend {
  const lows = lowsOf(points)
  const settledPoints = lows.slice(Math.floor(lows.length / 2))
  const settled = median(settledPoints.slice(0, Math.ceil(settledPoints.length / 5)).map(({ value }) => value))
  const perMinute = slopeOf(settledPoints)
  const climbs = perMinute * ((settledPoints.at(-1)?.minute ?? 0) - (settledPoints[0]?.minute ?? 0))
  const isTooFast = perMinute > most.perMinute
  const isTooMuch = most.share !== undefined && climbs > most.share * settled
  const grows = `${what} grows by ${perMinute.toFixed(2)} ${unit} a minute`
  const why = isTooFast
    ? `${grows}, more than ${most.perMinute}`
    : isTooMuch
      ? `${grows}, ${((climbs / settled) * 100).toFixed(0)} % in the second half`
      : null
  return { what, unit, settled, perMinute, climbs, why }
}

/** The minimum of each whole minute, which is independent of when garbage was collected. */
function lowsOf(points: readonly Point[]): Point[] {
  const lows = new Map<number, Point>()
  const last = Math.floor(points.at(-1)?.minute ?? 0)
  for (const point of points) {
    const minute = Math.floor(point.minute)
    if (minute === last) break
    if (point.value < (lows.get(minute)?.value ?? Number.POSITIVE_INFINITY)) lows.set(minute, point)
  }
  return [...lows.values()]
}

/**
 * The median of the slopes between any two points (Theil–Sen): a leak raises them all, and single busy minutes change
 * nothing.
 */
function slopeOf(points: readonly Point[]): number {
  const slopes = points.flatMap((point, index) =>
    points.slice(index + 1).map(other => (other.value - point.value) / (other.minute - point.minute)),
  )
  return slopes.length === 0 ? 0 : median(slopes)
}
