import sharp from 'sharp'
import { Canvas, Chance } from './canvas'
import { drawFigure, type Figure, picture, place, type Scene, view } from './scene'

export interface Actor {
  figure: Figure
  /** Where its feet are in the picture. */
  x: number
  y: number
  isMoving: boolean
}

/** The place and the camera in one second. Light 1 is a bright day; noise is in brightness levels. */
export interface Moment {
  light: number
  lamp: number
  shadow: { x: number; y: number; across: number; down: number; depth: number } | null
  noise: number
  /** Streaks of rain in the picture. */
  rain: number
  actors: readonly Actor[]
  /** How far the camera is turned away, in pixels. */
  turned: { x: number; y: number }
  /** How much of the view the thing on the lens takes, from 0 to 1. */
  covered: number
  /** Radius of a blur, in pixels. */
  blur: number
  fault: 'blank' | 'frozen' | null
}

export const quiet: Moment = {
  light: 1,
  lamp: 1,
  shadow: null,
  noise: 2,
  rain: 0,
  actors: [],
  turned: { x: 0, y: 0 },
  covered: 0,
  blur: 0,
  fault: null,
}

export interface CameraSettings {
  quality: number
  /** Whether the exposure follows the light, within a few seconds. */
  followsLight: boolean
}

const pixels = picture.width * picture.height
/** Exposed to this share of white on average. */
const exposure = 0.24
/** What an eye and a camera make of linear light: 4,096 steps to 255 levels. */
const curve = Uint8Array.from({ length: 4096 }, (_, step) => Math.round(255 * (step / 4095) ** (1 / 2.2)))
/** Noise with a deviation of 1, read from another place for each frame. */
const noiseTable = normals(1 << 18)

function normals(count: number): Float32Array {
  const chance = new Chance(1)
  const table = new Float32Array(count)
  for (let at = 0; at < count; at++) table[at] = chance.normal()
  return table
}

/** Films a scene, one frame a second. Frames depend on those before, because the exposure follows the light slowly. */
export class Camera {
  readonly #lid: Float32Array
  readonly #lidTone: number
  // Every frame is drawn in the same memory; half of the time would go into freeing it.
  readonly #canvas = new Canvas(place.width, place.height)
  readonly #light = new Float32Array(pixels)
  readonly #seen = new Float32Array(pixels)
  #gain = 0
  #last: Buffer | undefined

  constructor(
    private readonly scene: Scene,
    private readonly chance: Chance,
    private readonly settings: CameraSettings,
  ) {
    this.#lidTone = chance.between(60, 170)
    const [dx, dy] = [chance.between(-40, 40), chance.between(-40, 40)]
    this.#lid = new Float32Array(pixels).map((_, at) => {
      const x = (at % picture.width) / picture.width
      const y = Math.floor(at / picture.width) / picture.height
      return this.#lidTone + dx * x + dy * y
    })
  }

  async frame(moment: Moment): Promise<Buffer> {
    if (moment.fault === 'frozen' && this.#last) return this.#last
    const levels = moment.fault === 'blank' ? new Uint8Array(pixels).fill(this.#lidTone) : this.#levels(moment)
    const raw = { raw: { width: picture.width, height: picture.height, channels: 1 } } as const
    this.#last = await sharp(levels, raw).jpeg({ quality: this.settings.quality }).toBuffer()
    return this.#last
  }

  #levels(moment: Moment): Uint8Array | Uint8ClampedArray {
    const light = this.#lightOf(moment)
    const gain = this.#expose(light)
    const levels = this.#seen
    for (let at = 0; at < pixels; at++)
      levels[at] = curve[Math.min(4095, Math.max(0, (light[at] ?? 0) * gain * 4095)) | 0] ?? 0
    const seen = moment.blur > 0 ? blurred(levels, moment.blur) : levels
    if (moment.covered > 0)
      for (let at = 0; at < pixels; at++)
        seen[at] = (seen[at] ?? 0) * (1 - moment.covered) + (this.#lid[at] ?? 0) * moment.covered
    for (let streak = 0; streak < moment.rain; streak++) this.#drop(seen)
    // A camera amplifies its noise along with a weak light.
    const noise = moment.noise * Math.min(3, Math.sqrt(Math.max(1, gain)))
    const start = this.chance.whole(0, noiseTable.length - pixels)
    const answer = new Uint8ClampedArray(pixels)
    for (let at = 0; at < pixels; at++) {
      const value = (seen[at] ?? 0) + noise * (noiseTable[start + at] ?? 0)
      answer[at] = value
    }
    return answer
  }

  /** The light that reaches each pixel of the camera. */
  #lightOf({ light, lamp, shadow, actors, turned }: Moment): Float32Array {
    const canvas = this.#canvas
    canvas.values.set(this.scene.surfaces.values)
    for (const { figure, x, y } of actors) drawFigure(canvas, figure, x + view.x, y + view.y, x / 9)
    const [left, top] = [Math.round(view.x + turned.x), Math.round(view.y + turned.y)]
    const answer = this.#light
    const shadeX = shadow && softly(picture.width, shadow.x, shadow.across)
    const shadeY = shadow && softly(picture.height, shadow.y, shadow.down)
    for (let y = 0; y < picture.height; y++) {
      const depth = shadow ? shadow.depth * (shadeY?.[y] ?? 0) : 0
      const start = (y + top) * place.width + left
      for (let x = 0; x < picture.width; x++) {
        const daylight = shadeX ? light * (1 - depth * (shadeX[x] ?? 0)) : light
        const glow = lamp * (this.scene.lampLight[start + x] ?? 0)
        answer[y * picture.width + x] = (canvas.values[start + x] ?? 0) * (daylight + glow)
      }
    }
    return answer
  }

  #expose(light: Float32Array): number {
    let sum = 0
    for (let at = 0; at < pixels; at += 4) sum += light[at] ?? 0
    const mean = (sum * 4) / pixels
    const wanted = Math.min(5, Math.max(0.4, exposure / Math.max(0.001, mean)))
    if (this.#gain === 0) this.#gain = wanted
    else if (this.settings.followsLight) this.#gain += (wanted - this.#gain) * 0.45
    return this.#gain
  }

  #drop(levels: Float32Array): void {
    const [x, y] = [this.chance.whole(0, picture.width - 1), this.chance.whole(-8, picture.height - 1)]
    const [length, bright] = [this.chance.between(6, 16), this.chance.between(12, 55)]
    for (let step = 0; step < length; step++) {
      const [column, row] = [x + Math.round(step * 0.15), y + step]
      if (row < 0 || row >= picture.height || column >= picture.width) continue
      const at = row * picture.width + column
      levels[at] = (levels[at] ?? 0) + bright
    }
  }
}

/** A bell curve about `middle`. */
const softly = (count: number, middle: number, width: number) =>
  Float32Array.from({ length: count }, (_, at) => Math.exp(-((at - middle) ** 2) / (2 * width ** 2)))

/** A camera out of focus: the mean around each pixel, twice. */
function blurred(levels: Float32Array, radius: number): Float32Array {
  const canvas = new Canvas(picture.width, picture.height)
  canvas.values.set(levels)
  for (let pass = 0; pass < 2; pass++) {
    for (const [step, across] of [
      [1, true],
      [picture.width, false],
    ] as const)
      canvas.values.set(meanAlong(canvas.values, step, across, Math.round(radius)))
  }
  return canvas.values
}

function meanAlong(values: Float32Array, step: number, across: boolean, radius: number): Float32Array {
  const length = across ? picture.width : picture.height
  return values.map((_, at) => {
    const place = across ? at % picture.width : Math.floor(at / picture.width)
    let sum = 0
    let count = 0
    for (let near = Math.max(0, place - radius); near <= Math.min(length - 1, place + radius); near++) {
      sum += values[at + (near - place) * step] ?? 0
      count += 1
    }
    return sum / count
  })
}
