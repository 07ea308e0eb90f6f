import type { Layers } from './layers'

/** A camera whose mount gives moves its picture by less than this many pixels of the raster. */
const farthest = 1.6
/** What differs by more than this many standard deviations is not used to find the shift: it came or went. */
const outlier = 1.5

export interface Shift {
  x: number
  y: number
}

/**
 * How far the other picture's texture lies aside of this one's, in pixels: masts sway and mounts give, by fractions of a
 * pixel. No shift if no small one makes the two more alike.
 */
export function shiftBetween(mine: Layers, theirs: Layers): Shift {
  let best: Shift = { x: 0, y: 0 }
  let moved = theirs.plainTexture
  let likeness = likenessOf(mine.plainTexture, moved)
  // Each step corrects what the linear approximation of the last one missed.
  for (let step = 0; step < 3; step++) {
    const more = shiftOf(mine, moved)
    const shift = { x: best.x + more.x, y: best.y + more.y }
    if (Math.hypot(more.x, more.y) < 0.05 || Math.hypot(shift.x, shift.y) > farthest) break
    moved = shifted(theirs, theirs.plainTexture, shift)
    const now = likenessOf(mine.plainTexture, moved)
    if (now <= likeness + 0.002) break
    best = shift
    likeness = now
  }
  return best
}

/** The shift that explains most of the difference between two textures (Lucas and Kanade). */
function shiftOf({ plainTexture: mine, width, height }: Layers, theirs: Float32Array): Shift {
  const scale = 1 / deviationOf(mine)
  const otherScale = 1 / deviationOf(theirs)
  let xx = 0
  let xy = 0
  let yy = 0
  let xe = 0
  let ye = 0
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const error = (mine[at] ?? 0) * scale - (theirs[at] ?? 0) * otherScale
      if (Math.abs(error) > outlier) continue
      const dx = (((theirs[at + 1] ?? 0) - (theirs[at - 1] ?? 0)) * otherScale) / 2
      const dy = (((theirs[at + width] ?? 0) - (theirs[at - width] ?? 0)) * otherScale) / 2
      xx += dx * dx
      xy += dx * dy
      yy += dy * dy
      xe += dx * error
      ye += dy * error
    }
  }
  const determinant = xx * yy - xy * xy
  if (determinant < 1e-6 * (xx + yy) ** 2 + 1e-9) return { x: 0, y: 0 }
  return { x: (yy * xe - xy * ye) / determinant, y: (xx * ye - xy * xe) / determinant }
}

/** The texture at places between the pixels. */
export function shifted({ width, height }: Layers, texture: Float32Array, shift: Shift): Float32Array {
  if (shift.x === 0 && shift.y === 0) return texture
  const answer = new Float32Array(texture.length)
  const [left, top] = [Math.floor(shift.x), Math.floor(shift.y)]
  const [right, down] = [shift.x - left, shift.y - top]
  const inside = (at: number, length: number) => Math.max(0, Math.min(length - 1, at))
  for (let y = 0; y < height; y++) {
    const row = inside(y + top, height) * width
    const below = inside(y + top + 1, height) * width
    for (let x = 0; x < width; x++) {
      const column = inside(x + left, width)
      const next = inside(x + left + 1, width)
      const upper = (texture[row + column] ?? 0) * (1 - right) + (texture[row + next] ?? 0) * right
      const lower = (texture[below + column] ?? 0) * (1 - right) + (texture[below + next] ?? 0) * right
      answer[y * width + x] = upper * (1 - down) + lower * down
    }
  }
  return answer
}

/** Of textures, whose mean is about 0. */
function deviationOf(values: Float32Array): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) ** 2
  return Math.sqrt(sum / values.length + 1e-6)
}

function likenessOf(mine: Float32Array, theirs: Float32Array): number {
  let sum = 0
  for (let at = 0; at < mine.length; at++) sum += (mine[at] ?? 0) * (theirs[at] ?? 0)
  return sum / mine.length / (deviationOf(mine) * deviationOf(theirs))
}
