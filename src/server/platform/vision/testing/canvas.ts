/** A repeatable source of chance: the same seed gives the same numbers on every machine. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0 || 1
    for (let warm = 0; warm < 4; warm++) this.next()
  }

  /** From 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }
}

/** How far a point is outside of a shape (negative: inside), in pixels. */
export type Distance = (x: number, y: number) => number

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Surfaces by how much light they give back, from 0 to 1. */
export class Canvas {
  readonly values: Float32Array

  constructor(
    readonly width: number,
    readonly height: number,
    fill = 0,
  ) {
    this.values = new Float32Array(width * height).fill(fill)
  }

  paint({ left, top, right, bottom }: Box, distance: Distance, value: number | ((x: number, y: number) => number)) {
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(this.height, bottom + 1); y++) {
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(this.width, right + 1); x++) {
        const cover = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)))
        if (cover === 0) continue
        const at = y * this.width + x
        const colour = typeof value === 'number' ? value : value(x, y)
        this.values[at] = (this.values[at] ?? 0) * (1 - cover) + colour * cover
      }
    }
  }

  rectangle(box: Box, value: number | ((x: number, y: number) => number)): void {
    const { left, top, right, bottom } = box
    this.paint(box, (x, y) => Math.max(left - x, x - right, top - y, y - bottom), value)
  }

  ellipse(x: number, y: number, across: number, down: number, value: number): void {
    const box = { left: x - across, right: x + across, top: y - down, bottom: y + down }
    this.paint(box, (px, py) => (Math.hypot((px - x) / across, (py - y) / down) - 1) * Math.min(across, down), value)
  }

  ring(x: number, y: number, radius: number, thickness: number, value: number): void {
    const out = radius + thickness
    const box = { left: x - out, right: x + out, top: y - out, bottom: y + out }
    this.paint(box, (px, py) => Math.abs(Math.hypot(px - x, py - y) - radius) - thickness / 2, value)
  }

  line(from: readonly [number, number], to: readonly [number, number], thickness: number, value: number): void {
    const [x, y] = from
    const [dx, dy] = [to[0] - x, to[1] - y]
    const length = dx * dx + dy * dy || 1
    const box = {
      left: Math.min(x, to[0]) - thickness,
      right: Math.max(x, to[0]) + thickness,
      top: Math.min(y, to[1]) - thickness,
      bottom: Math.max(y, to[1]) + thickness,
    }
    const distance: Distance = (px, py) => {
      const along = Math.min(1, Math.max(0, ((px - x) * dx + (py - y) * dy) / length))
      return Math.hypot(px - x - along * dx, py - y - along * dy) - thickness / 2
    }
    this.paint(box, distance, value)
  }
}

/** Smooth noise around 0, about one unit in amplitude, with grains of `size` pixels and finer ones. */
export function grain(chance: Chance, size: number): (x: number, y: number) => number {
  const side = 64
  const table = Float32Array.from({ length: side * side }, () => chance.between(-1, 1))
  const at = (x: number, y: number) => table[(((y % side) + side) % side) * side + (((x % side) + side) % side)] ?? 0
  const smooth = (x: number, y: number) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const [fx, fy] = [x - column, y - row]
    const above = at(column, row) * (1 - fx) + at(column + 1, row) * fx
    const below = at(column, row + 1) * (1 - fx) + at(column + 1, row + 1) * fx
    return above * (1 - fy) + below * fy
  }
  return (x, y) => smooth(x / size, y / size) + smooth((x * 2.7) / size, (y * 2.7) / size) * 0.5
}
