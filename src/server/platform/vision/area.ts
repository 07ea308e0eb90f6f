import type { RegionShape } from '#shared/rules/picture-rules'

interface Size {
  width: number
  height: number
}

/** Indexes of the pixels whose centre lies in a shape (null: in the picture), at least of the one nearest to its middle. */
export function areaOf(shape: RegionShape | null, size: Size): Uint32Array {
  if (!shape) return new Uint32Array(size.width * size.height).map((_, index) => index)
  const pixels: number[] = []
  for (const { first, end } of pixelsIn(shape, size)) for (let index = first; index < end; index++) pixels.push(index)
  return pixels.length > 0 ? Uint32Array.from(pixels) : Uint32Array.of(middleOf(cornersOf(shape), size))
}

/** The pixels whose centre lies in a shape, as pieces of rows: the index of the first one, and of the one after the last. */
export function* pixelsIn(shape: RegionShape, { width, height }: Size): Generator<{ first: number; end: number }> {
  const corners = cornersOf(shape)
  for (let row = 0; row < height; row++) {
    const crossings = crossingsOf(corners, (row + 0.5) / height)
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const first = Math.max(0, Math.ceil((crossings[pair] ?? 0) * width - 0.5))
      const end = Math.min(width, Math.ceil((crossings[pair + 1] ?? 0) * width - 0.5))
      if (end > first) yield { first: row * width + first, end: row * width + end }
    }
  }
}

type Corner = { x: number; y: number }

function cornersOf(shape: RegionShape): readonly Corner[] {
  if (shape.kind === 'polygon') return shape.points
  const { x, y, width, height } = shape
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
}

/** Where the sides of a polygon cross a horizontal line, from left to right; always an even number. */
function crossingsOf(corners: readonly Corner[], y: number): number[] {
  const crossings: number[] = []
  for (const [index, to] of corners.entries()) {
    const from = corners.at(index - 1) ?? to
    if (from.y > y !== to.y > y) crossings.push(from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x))
  }
  return crossings.sort((crossing, other) => crossing - other)
}

function middleOf(corners: readonly Corner[], { width, height }: Size): number {
  const mean = (pick: (corner: Corner) => number) => corners.reduce((sum, at) => sum + pick(at), 0) / corners.length
  const column = Math.min(width - 1, Math.floor(mean(({ x }) => x) * width))
  const row = Math.min(height - 1, Math.floor(mean(({ y }) => y) * height))
  return row * width + column
}
