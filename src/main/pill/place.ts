import type { Rectangle } from 'electron'

export interface Spot {
  readonly x: number
  readonly y: number
}

export const pillSize = { width: 400, height: 60 } as const
/** Distance from the edges of the screen until somebody moves it, in pixels. */
const margin = 24

/**
 * The position of the pill: the stored one, as far as it is on a display; initially the lower left corner of the first
 * one.
 */
export function placePill(kept: Spot | null, displays: readonly { workArea: Rectangle }[]): Spot {
  const areas = displays.map(({ workArea }) => workArea)
  const [first] = areas
  if (!first) return kept ?? { x: 0, y: 0 }
  const corner = { x: first.x + margin, y: first.y + first.height - pillSize.height - margin }
  const wanted = kept ?? corner
  const places = areas.map(area => within(area, wanted)).sort((a, b) => distance(a, wanted) - distance(b, wanted))
  return places[0] ?? wanted
}

/** The nearest position at which the pill is completely in the area. */
function within(area: Rectangle, { x, y }: Spot): Spot {
  const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))
  return {
    x: clamp(x, area.x, area.x + area.width - pillSize.width),
    y: clamp(y, area.y, area.y + area.height - pillSize.height),
  }
}

const distance = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y)
