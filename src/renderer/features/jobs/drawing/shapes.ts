import { pictureLimits, type RegionShape } from '#shared/rules/picture-rules'

/** A corner as shares of the picture's width and height, from its left upper corner. */
export interface Corner {
  x: number
  y: number
}

export const fewestCorners = 3
export const mostCorners = pictureLimits.corners

/** What a person starts from who draws with the keyboard. */
export const startingShape: readonly Corner[] = rectangle({ x: 0.25, y: 0.25 }, { x: 0.75, y: 0.75 })

/** The corners of a rectangle between two opposite ones. */
export function rectangle(from: Corner, to: Corner): Corner[] {
  return [
    { x: from.x, y: from.y },
    { x: to.x, y: from.y },
    { x: to.x, y: to.y },
    { x: from.x, y: to.y },
  ]
}

export const cornersOf = (shape: RegionShape): Corner[] =>
  shape.kind === 'polygon'
    ? shape.points
    : rectangle({ x: shape.x, y: shape.y }, { x: shape.x + shape.width, y: shape.y + shape.height })

/** Keeps a share in the picture, to a thousandth of its width or height. */
export const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000

/** Adds a corner in the middle of the edge after another one; returns its index too. */
export function withCornerAfter(corners: readonly Corner[], at: number): { corners: Corner[]; index: number } {
  const from = corners[at] ?? { x: 0.5, y: 0.5 }
  const to = corners[(at + 1) % corners.length] ?? from
  const index = at + 1
  return {
    corners: corners.toSpliced(index, 0, { x: share((from.x + to.x) / 2), y: share((from.y + to.y) / 2) }),
    index,
  }
}

/** Adds a corner at a place, on the nearest edge. */
export function withCornerAt(corners: readonly Corner[], place: Corner): Corner[] {
  const distances = corners.map((from, at) => distanceToEdge(place, from, corners[(at + 1) % corners.length] ?? from))
  const nearest = distances.indexOf(Math.min(...distances))
  return corners.toSpliced(nearest + 1, 0, { x: share(place.x), y: share(place.y) })
}

function distanceToEdge(place: Corner, from: Corner, to: Corner): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((place.x - from.x) * dx + (place.y - from.y) * dy) / length
  const at = Math.min(1, Math.max(0, along))
  return Math.hypot(place.x - from.x - at * dx, place.y - from.y - at * dy)
}

/** Whether a shape covers anything; a press without movement draws none. */
export function coversAnything(corners: readonly Corner[]): boolean {
  if (corners.length < fewestCorners) return false
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return Math.max(...xs) - Math.min(...xs) > 0.01 && Math.max(...ys) - Math.min(...ys) > 0.01
}
