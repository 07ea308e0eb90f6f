import { type Shift, shiftBetween, shifted } from './align'
import type { Layers } from './layers'

/** Squares of this many pixels are judged, each with half of its neighbours around it. */
const cell = 4
const window = 8

/** Where a picture really differs from another one. */
export interface Comparison {
  /** For each pixel 1 if its square changed, else 0. */
  changed: Uint8Array
  /** For each pixel 1 if either picture has texture there, which is where structure can be compared. */
  textured: Uint8Array
  /** For each pixel 1 if the other picture has texture there. */
  known: Uint8Array
  /** For each pixel 1 if the other picture has texture there and this one has none. */
  lost: Uint8Array
}

interface Cells {
  across: number
  down: number
  /** Energy of the texture in this and in the other picture, without noise. */
  mine: Float32Array
  theirs: Float32Array
  /** Normalised cross-correlation of the textures, from -1 to 1. */
  likeness: Float32Array
}

/** Texture below this many brightness levels is what JPEG leaves on flat areas. */
const flat = 3
/** Texture below this many deviations of the noise is taken for noise. */
const noiseFactor = 2
/** Squares whose textures are less alike than this show something else. */
const alike = 0.6
/** How many times more than the least texture must be unexplained: drops of rain leave faint traces. */
const strongly = 2
/** A smooth square that borders on a change belongs to it if its brightness differs by this many levels. */
const tone = 14
/** How many squares a change grows over smooth squares. */
const growth = 5
/** A change of fewer squares is a drop, an insect or a spark. */
const leastSquares = 6

/**
 * Compares the textures of small squares, each up to any gain and offset of its light [D28]. So neither exposure nor dusk
 * nor a soft shadow is a change; smooth areas count where they border on one. Both pictures have the same size.
 */
export function compare(mine: Layers, theirs: Layers): Comparison {
  const shift = shiftBetween(mine, theirs)
  const cells = correlate(mine, theirs, shift)
  const plain = shifted(theirs, theirs.plainTexture, shift)
  const floor = thresholdOf(mine.noise)
  const otherFloor = thresholdOf(theirs.noise)
  const gain = gainOf(cells, floor, otherFloor)
  // At least as much texture as noise would make after this gain.
  const least = Math.max(floor, otherFloor * gain)
  const size = cells.across * cells.down
  const textured = new Uint8Array(size)
  const seeds = new Uint8Array(size)
  const known = new Uint8Array(size)
  const lost = new Uint8Array(size)
  for (let index = 0; index < size; index++) {
    const own = cells.mine[index] ?? 0
    const other = (cells.theirs[index] ?? 0) * gain
    if ((cells.theirs[index] ?? 0) > otherFloor) known[index] = 1
    if (known[index] && own <= floor) lost[index] = 1
    const energy = Math.max(own, other)
    if (energy <= least) continue
    textured[index] = 1
    const likeness = cells.likeness[index] ?? 0
    const unexplained = energy * (1 - Math.max(0, likeness) ** 2)
    if (likeness >= alike || unexplained <= strongly * least) continue
    // Rain differs only without the median, narrow stripes on a swaying mast only with it: a change differs in both.
    const {
      own: plainOwn,
      other: plainOther,
      common,
    } = sumsOf(mine, mine.plainTexture, plain, placeOf(index, cells, mine))
    if (common < alike * Math.sqrt(plainOwn * plainOther)) seeds[index] = 1
  }
  const changed = grown(withoutSpecks(seeds, cells), tonesOf(mine, theirs, cells, seeds), cells)
  const spread = (squares: Uint8Array) => toPixels(squares, cells.across, mine)
  return { changed: spread(changed), textured: spread(textured), known: spread(known), lost: spread(lost) }
}

const thresholdOf = (noise: number) => flat ** 2 + (noiseFactor * noise) ** 2

function correlate(mine: Layers, theirs: Layers, shift: Shift): Cells {
  const across = Math.ceil(mine.width / cell)
  const down = Math.ceil(mine.height / cell)
  const size = across * down
  const cells: Cells = {
    across,
    down,
    mine: new Float32Array(size),
    theirs: new Float32Array(size),
    likeness: new Float32Array(size),
  }
  const texture = shifted(theirs, theirs.texture, shift)
  // The median that cleans the layers takes most of the noise away; this much of its energy is left.
  const left = 0.2
  for (let index = 0; index < size; index++) {
    const { own, other, common } = sumsOf(mine, mine.texture, texture, placeOf(index, cells, mine))
    cells.mine[index] = Math.max(0, own - left * mine.noise ** 2)
    cells.theirs[index] = Math.max(0, other - left * theirs.noise ** 2)
    cells.likeness[index] = common / Math.sqrt(own * other + 1e-6)
  }
  return cells
}

/** The left or upper edge of the window around a square, moved into the picture. */
const middle = (index: number, length: number) =>
  Math.max(0, Math.min(length - window, index * cell - (window - cell) / 2))

/** The upper left corner of the window around a square. */
function placeOf(index: number, { across }: Cells, { width, height }: Layers): { x: number; y: number } {
  return { x: middle(index % across, width), y: middle(Math.floor(index / across), height) }
}

/** Variances and covariance of the textures in one window. */
function sumsOf(
  { width, height }: Layers,
  texture: Float32Array,
  others: Float32Array,
  { x, y }: { x: number; y: number },
): { own: number; other: number; common: number } {
  let [sum, otherSum, square, otherSquare, product, count] = [0, 0, 0, 0, 0, 0]
  for (let row = y; row < Math.min(height, y + window); row++) {
    for (let at = row * width + x; at < row * width + Math.min(width, x + window); at++) {
      const value = texture[at] ?? 0
      const other = others[at] ?? 0
      sum += value
      otherSum += other
      square += value * value
      otherSquare += other * other
      product += value * other
      count += 1
    }
  }
  return {
    own: square / count - (sum / count) ** 2,
    other: otherSquare / count - (otherSum / count) ** 2,
    common: product / count - (sum / count) * (otherSum / count),
  }
}

/** How much stronger the texture of this picture is, as a factor of energy: light and exposure scale it. */
function gainOf({ mine, theirs, likeness }: Cells, floor: number, otherFloor: number): number {
  const ratios: number[] = []
  for (let index = 0; index < mine.length; index++) {
    const [own, other] = [mine[index] ?? 0, theirs[index] ?? 0]
    if (own > floor && other > otherFloor && (likeness[index] ?? 0) > alike) ratios.push(own / other)
  }
  // A few squares that happen to look alike say nothing about the light.
  if (ratios.length < 12) return 1
  const sorted = Float64Array.from(ratios).sort()
  return Math.min(25, Math.max(0.04, sorted[sorted.length >> 1] ?? 1))
}

/** For each square, how far its brightness is from what the light of the whole picture explains, in levels. */
function tonesOf(mine: Layers, theirs: Layers, { across, down }: Cells, seeds: Uint8Array): Float32Array {
  const size = across * down
  const own = new Float32Array(size)
  const other = new Float32Array(size)
  for (let index = 0; index < size; index++) {
    const x = Math.min(mine.width - 1, (index % across) * cell + cell / 2)
    const y = Math.min(mine.height - 1, Math.floor(index / across) * cell + cell / 2)
    own[index] = mine.clean[y * mine.width + x] ?? 0
    other[index] = theirs.clean[y * mine.width + x] ?? 0
  }
  const isQuiet = (_: number, index: number) => !seeds[index]
  const [low, middleOwn, high] = quartilesOf(own.filter(isQuiet))
  const [otherLow, middleOther, otherHigh] = quartilesOf(other.filter(isQuiet))
  const gain = Math.min(4, Math.max(0.25, (high - low + 4) / (otherHigh - otherLow + 4)))
  return own.map((value, index) => Math.abs(value - middleOwn - gain * ((other[index] ?? 0) - middleOther)))
}

/** Sorts the values. */
function quartilesOf(values: Float32Array): [low: number, middle: number, high: number] {
  values.sort()
  const at = (share: number) => values[Math.floor(values.length * share)] ?? 0
  return [at(0.25), at(0.5), at(0.75)]
}

/** The up to eight squares around one. */
function* around(index: number, { across, down }: Cells): Generator<number> {
  const [x, y] = [index % across, Math.floor(index / across)]
  for (let row = Math.max(0, y - 1); row <= Math.min(down - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(across - 1, x + 1); column++)
      if (row !== y || column !== x) yield row * across + column
}

function withoutSpecks(seeds: Uint8Array, cells: Cells): Uint8Array {
  const kept = new Uint8Array(seeds.length)
  const seen = new Uint8Array(seeds.length)
  for (let start = 0; start < seeds.length; start++) {
    if (!seeds[start] || seen[start]) continue
    const group = [start]
    seen[start] = 1
    for (const index of group) {
      for (const next of around(index, cells)) {
        if (!seeds[next] || seen[next]) continue
        seen[next] = 1
        group.push(next)
      }
    }
    if (group.length >= leastSquares) for (const index of group) kept[index] = 1
  }
  return kept
}

/** Extends changes over bordering squares of another tone: the smooth inside of what came or went. */
function grown(seeds: Uint8Array, tones: Float32Array, cells: Cells): Uint8Array {
  const changed = Uint8Array.from(seeds)
  let edge = [...seeds.keys()].filter(index => seeds[index])
  for (let step = 0; step < growth && edge.length > 0; step++) {
    const next: number[] = []
    for (const index of edge) {
      for (const neighbour of around(index, cells)) {
        if (changed[neighbour] || (tones[neighbour] ?? 0) < tone) continue
        changed[neighbour] = 1
        next.push(neighbour)
      }
    }
    edge = next
  }
  return changed
}

function toPixels(squares: Uint8Array, across: number, { width, height }: Layers): Uint8Array {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels[y * width + x] = squares[Math.floor(y / cell) * across + Math.floor(x / cell)] ?? 0
  return pixels
}
