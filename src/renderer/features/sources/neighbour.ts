/** The position of a tile on screen. */
export interface Spot {
  left: number
  top: number
}

/**
 * Returns where an arrow key leads in a grid: left and right along the order, up and down to the nearest tile in the
 * next row. Returns the same tile if there is none there, and null for other keys.
 */
export function neighbour(spots: readonly Spot[], at: number, key: string): number | null {
  const here = spots[at]
  if (!here) return null
  if (key === 'ArrowRight') return Math.min(at + 1, spots.length - 1)
  if (key === 'ArrowLeft') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return spots.length - 1
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  const isDown = key === 'ArrowDown'
  const away = (spot: Spot) => (isDown ? spot.top - here.top : here.top - spot.top)
  const rows = spots.filter(spot => away(spot) > 0)
  const nearest = Math.min(...rows.map(away))
  const row = rows.filter(spot => away(spot) === nearest)
  const side = (spot: Spot) => Math.abs(spot.left - here.left)
  const best = row.sort((a, b) => side(a) - side(b))[0]
  return best ? spots.indexOf(best) : at
}
