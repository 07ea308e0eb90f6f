import { median } from '../table'

export interface Point {
  minute: number
  value: number
}

/** Something that must not grow, and by how much it may seem to. */
export interface Series {
  what: string
  unit: string
  points: readonly Point[]
  /** Along the line through the second half: growth a minute at most, and over that half, as a share of where it began. */
  most: { perMinute: number; share?: number }
}

export interface Trend {
  what: string
  unit: string
  /** Median of the first fifth of the second half, when everything is warm. */
  settled: number
  /** Slope of the line through the second half. */
  perMinute: number
  /** How far that line climbs over the second half. */
  climbs: number
  /** Why it does not hold; null when it does. */
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

/** The least of each whole minute: what is left after garbage was collected, not when that happened to be. */
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
 * The median of the slopes between any two of them (Theil and Sen): a leak lifts them all, and some minutes in which the machine had
 * something else to do change nothing.
 */
function slopeOf(points: readonly Point[]): number {
  const slopes = points.flatMap((point, index) =>
    points.slice(index + 1).map(other => (other.value - point.value) / (other.minute - point.minute)),
  )
  return slopes.length === 0 ? 0 : median(slopes)
}
