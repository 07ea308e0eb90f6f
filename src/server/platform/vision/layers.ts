import type { Raster } from './raster'

/** What the comparisons of one picture need. All layers have the size of the raster; brightness is from 0 to 255. */
export interface Layers {
  width: number
  height: number
  /** The raster without single bright or dark dots and thin streaks: noise, rain. */
  clean: Float32Array
  /** `clean` averaged over the neighbourhood: light and large shapes. */
  coarse: Float32Array
  /** `clean` without `coarse`: edges and texture, which stay the same under another light. */
  texture: Float32Array
  /** The same edges with noise and rain, but with narrow stripes as they are: a median distorts them. */
  plainTexture: Float32Array
  /** What is left of a pixel without its nearest neighbours. */
  fine: Float32Array
  /** Estimated standard deviation of the camera's noise. */
  noise: number
}

/** Pixels on each side that make up the neighbourhood. */
const coarseRadius = 6

export function layersOf({ width, height, pixels }: Raster): Layers {
  const raw = new Float32Array(pixels)
  // The mean softens what a median makes of stripes of about a pixel.
  const clean = meanAround(medianOf(pixels, width, height), width, height, 1)
  const coarse = meanAround(clean, width, height, coarseRadius)
  const near = meanAround(raw, width, height, 1)
  return {
    width,
    height,
    clean,
    coarse,
    texture: difference(clean, coarse),
    plainTexture: difference(near, coarse),
    fine: difference(raw, near),
    noise: noiseOf(raw, width, height),
  }
}

function difference(values: Float32Array, others: Float32Array): Float32Array {
  const answer = new Float32Array(values.length)
  for (let at = 0; at < values.length; at++) answer[at] = (values[at] ?? 0) - (others[at] ?? 0)
  return answer
}

/** The same picture in another size, so that pictures of a camera whose resolution changed can be compared. */
export function resized(raster: Raster, width: number, height: number): Raster {
  if (raster.width === width && raster.height === height) return raster
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * raster.height) / height) * raster.width
    for (let x = 0; x < width; x++)
      pixels[y * width + x] = raster.pixels[row + Math.floor(((x + 0.5) * raster.width) / width)] ?? 0
  }
  return { width, height, pixels }
}

/**
 * The median of each 3 × 3 pixels: with each column of three sorted, it is the median of the largest of the low, the middle
 * of the middle, and the smallest of the high values.
 */
function medianOf(pixels: Uint8Array, width: number, height: number): Float32Array {
  const median = new Float32Array(pixels.length)
  const [low, middle, high] = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)]
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width
    const below = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < width; x++) {
      const a = pixels[above + x] ?? 0
      const b = pixels[y * width + x] ?? 0
      const c = pixels[below + x] ?? 0
      low[x] = Math.min(a, b, c)
      middle[x] = middleOf(a, b, c)
      high[x] = Math.max(a, b, c)
    }
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - 1)
      const right = Math.min(width - 1, x + 1)
      median[y * width + x] = middleOf(
        Math.max(low[left] ?? 0, low[x] ?? 0, low[right] ?? 0),
        middleOf(middle[left] ?? 0, middle[x] ?? 0, middle[right] ?? 0),
        Math.min(high[left] ?? 0, high[x] ?? 0, high[right] ?? 0),
      )
    }
  }
  return median
}

const middleOf = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))

/** The mean of each square of `radius` pixels to each side, cut off at the edges of the picture. */
function meanAround(values: Float32Array, width: number, height: number, radius: number): Float32Array {
  const rows = new Float32Array(values.length)
  for (let y = 0; y < height; y++) slideAlong(values, rows, y * width, width, radius)
  const means = new Float32Array(values.length)
  slideDown(rows, means, { width, height, radius })
  return means
}

function slideAlong(from: Float32Array, to: Float32Array, first: number, count: number, radius: number): void {
  let sum = 0
  let inside = Math.min(radius, count)
  for (let at = first; at < first + inside; at++) sum += from[at] ?? 0
  for (let place = 0; place < count; place++) {
    if (place + radius < count) {
      sum += from[first + place + radius] ?? 0
      inside += 1
    }
    if (place > radius) {
      sum -= from[first + place - radius - 1] ?? 0
      inside -= 1
    }
    to[first + place] = sum / inside
  }
}

/** All columns together, row by row, in the order in which they lie in memory. */
function slideDown(
  from: Float32Array,
  to: Float32Array,
  { width, height, radius }: { width: number; height: number; radius: number },
): void {
  const sums = new Float64Array(width)
  let inside = Math.min(radius, height)
  for (let row = 0; row < inside; row++) addRow(sums, from, row * width, 1)
  for (let row = 0; row < height; row++) {
    if (row + radius < height) {
      addRow(sums, from, (row + radius) * width, 1)
      inside += 1
    }
    if (row > radius) {
      addRow(sums, from, (row - radius - 1) * width, -1)
      inside -= 1
    }
    for (let x = 0; x < width; x++) to[row * width + x] = (sums[x] ?? 0) / inside
  }
}

function addRow(sums: Float64Array, values: Float32Array, start: number, times: 1 | -1): void {
  for (let x = 0; x < sums.length; x++) sums[x] = (sums[x] ?? 0) + times * (values[start + x] ?? 0)
}

/**
 * Immerkær's operator answers nothing on flat areas and straight edges. A low quantile instead of its mean leaves
 * texture out of the estimate.
 */
function noiseOf(values: Float32Array, width: number, height: number): number {
  const bins = new Uint32Array(512)
  let count = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const cross = around(values, at, 1) + around(values, at, width)
      const corners = around(values, at, width + 1) + around(values, at, width - 1)
      const answer = Math.abs(4 * (values[at] ?? 0) - 2 * cross + corners)
      const bin = Math.min(511, Math.round(answer))
      bins[bin] = (bins[bin] ?? 0) + 1
      count += 1
    }
  }
  // 35 % of a normal distribution lie within 0.454 deviations, and the operator multiplies noise by 6.
  return quantileOf(bins, count * 0.35) / (6 * 0.454)
}

const around = (values: Float32Array, at: number, step: number) => (values[at - step] ?? 0) + (values[at + step] ?? 0)

/** The first bin up to which `count` values lie. */
export function quantileOf(bins: Uint32Array, count: number): number {
  let sum = 0
  for (let bin = 0; bin < bins.length; bin++) {
    sum += bins[bin] ?? 0
    if (sum > count) return bin
  }
  return bins.length - 1
}
