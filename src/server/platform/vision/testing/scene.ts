import type { PictureRegion } from '#shared/rules/picture-rules'
import { type Box, Canvas, type Chance, grain } from './canvas'

/** The size of the frames. The place is larger, so that a camera can be turned away. */
export const picture = { width: 320, height: 180 } as const
export const place = { width: 640, height: 260 } as const
/** Where the picture begins in the place. */
export const view = { x: 160, y: 40 } as const

/** A lamp that is off is a dull thing; one that is on shines by itself. */
const lampTone = 0.12
const lampShine = 9

/** Where the floor begins, from the top of the place. */
const horizon = 130

export interface Scene {
  surfaces: Canvas
  /** How much light of the lamp reaches each pixel of the place. */
  lampLight: Float32Array
  regions: PictureRegion[]
  /** The regions of the bay and the walkway in the place. */
  bay: Box
  walkway: Box
}

/** A workshop bay or a yard: wall, floor, shelves or fence, a lamp, a bay to work in and a way to walk along. */
export function sceneOf(chance: Chance): Scene {
  const surfaces = new Canvas(place.width, place.height)
  const isYard = chance.next() < 0.5
  const lampX = view.x + chance.between(200, 285)
  const lampY = view.y + chance.between(14, 30)
  wall(surfaces, chance, isYard)
  floor(surfaces, chance)
  const things = chance.whole(9, 15)
  for (let count = 0; count < things; count++) thing(surfaces, chance)
  surfaces.rectangle(boxAt(lampX, lampY, 16, 6), lampTone)
  const lampLight = new Float32Array(place.width * place.height)
  const reach = chance.between(70, 120)
  for (let y = 0; y < place.height; y++)
    for (let x = 0; x < place.width; x++)
      lampLight[y * place.width + x] =
        Math.abs(x - lampX) < 16 && Math.abs(y - lampY) < 6
          ? lampShine
          : 0.5 * Math.exp(-((x - lampX) ** 2 + (y - lampY) ** 2) / (2 * reach ** 2))
  const bayLeft = view.x + chance.between(30, 120)
  const bay = { left: bayLeft, right: bayLeft + chance.between(84, 104), top: view.y + 96, bottom: view.y + 170 }
  const walkway = { left: view.x + 8, right: view.x + 312, top: view.y + 66, bottom: view.y + 116 }
  const regions = [regionOf('bay', bay), regionOf('walkway', walkway), regionOf('lamp', boxAt(lampX, lampY, 13, 5))]
  return { surfaces, lampLight, regions, bay, walkway }
}

export const boxAt = (x: number, y: number, across: number, down: number): Box => ({
  left: x - across,
  right: x + across,
  top: y - down,
  bottom: y + down,
})

function regionOf(id: string, { left, top, right, bottom }: Box): PictureRegion {
  const x = (left - view.x) / picture.width
  const y = (top - view.y) / picture.height
  const shape = { x, y, width: (right - left) / picture.width, height: (bottom - top) / picture.height }
  return { id, name: id, shape: { kind: 'rectangle', ...shape } }
}

function wall(surfaces: Canvas, chance: Chance, isYard: boolean): void {
  const tone = chance.between(0.3, 0.55)
  const rough = grain(chance, isYard ? 9 : 26)
  const joint = chance.between(0.5, 0.8)
  const [across, down] = isYard ? [chance.whole(7, 11), 400] : [chance.whole(18, 30), chance.whole(9, 14)]
  surfaces.rectangle({ left: 0, top: 0, right: place.width, bottom: horizon }, (x, y) => {
    const shift = Math.floor(y / down) % 2 ? across / 2 : 0
    const isJoint = (x + shift) % across < 1.2 || y % down < 1.2
    return tone * (1 + 0.18 * rough(x, y)) * (isJoint ? joint : 1)
  })
}

function floor(surfaces: Canvas, chance: Chance): void {
  const tone = chance.between(0.2, 0.42)
  const rough = grain(chance, chance.between(3, 7))
  const stains = grain(chance, 40)
  surfaces.rectangle({ left: 0, top: horizon, right: place.width, bottom: place.height }, (x, y) =>
    Math.max(0.03, tone * (1 + 0.16 * rough(x, y) + 0.15 * stains(x, y))),
  )
  for (let line = 0; line < 5; line++) {
    const x = chance.between(0, place.width)
    surfaces.line([x, horizon], [x + chance.between(-80, 80), place.height], 2, tone * 1.7)
  }
}

/** A box, a poster, a cupboard or a door that always stands there. */
function thing(surfaces: Canvas, chance: Chance): void {
  const x = chance.between(0, place.width)
  const [across, down] = [chance.between(8, 26), chance.between(8, 34)]
  const y = chance.between(10 + down, horizon - 4 - down / 2)
  const tone = chance.between(0.08, 0.8)
  const mark = chance.between(0.1, 0.9)
  surfaces.rectangle(boxAt(x, y, across, down), tone)
  for (let row = y - down + 4; row < y + down - 3; row += chance.between(5, 12))
    surfaces.line([x - across + 3, row], [x + across - chance.between(3, across), row], 2, mark)
}

/** Something that comes and goes. Its feet or wheels are at `x`, `y`. */
export interface Figure {
  kind: 'person' | 'bike' | 'crate'
  tones: readonly [number, number, number]
  scale: number
}

export function figureOf(chance: Chance, kind: Figure['kind']): Figure {
  const light = chance.next() < 0.5
  const strong = light ? chance.between(0.65, 0.95) : chance.between(0.02, 0.09)
  return {
    kind,
    tones: [strong, chance.between(0.05, 0.9), chance.between(0.3, 0.6)],
    scale: chance.between(0.85, 1.2),
  }
}

/** The space that a figure takes. */
export function outlineOf({ kind, scale }: Figure, x: number, y: number): Box {
  const [across, up] = { person: [9, 62], bike: [38, 44], crate: [26, 36] }[kind] as [number, number]
  return { left: x - across * scale, right: x + across * scale, top: y - up * scale, bottom: y }
}

/** `step` moves arms and legs. */
export function drawFigure(
  canvas: Canvas,
  { kind, tones, scale: s }: Figure,
  x: number,
  y: number,
  step: number,
): void {
  const [main, second, skin] = tones
  if (kind === 'crate') {
    canvas.rectangle({ left: x - 26 * s, right: x + 26 * s, top: y - 36 * s, bottom: y }, main)
    for (const part of [-18, -6, 6, 18]) canvas.line([x + part * s, y - 34 * s], [x + part * s, y - 2 * s], 2.5, second)
    return
  }
  if (kind === 'bike') {
    const wheel = 15 * s
    const [back, front, hub] = [x - 22 * s, x + 22 * s, y - wheel]
    const tyre = Math.min(main, 0.12)
    for (const middle of [back, front]) {
      canvas.ring(middle, hub, wheel, 3.2, tyre)
      for (let spoke = 0; spoke < 3; spoke++) {
        const [dx, dy] = [Math.cos(spoke + step) * wheel, Math.sin(spoke + step) * wheel]
        canvas.line([middle - dx, hub - dy], [middle + dx, hub + dy], 0.8, 0.6)
      }
    }
    const [seat, pedal, head] = [
      [x - 9 * s, y - 38 * s],
      [x - 2 * s, hub],
      [x + 16 * s, y - 38 * s],
    ] as [[number, number], [number, number], [number, number]]
    for (const [from, to] of [
      [[back, hub], seat],
      [seat, pedal],
      [pedal, head],
      [seat, head],
      [[back, hub], pedal],
      [head, [front, hub]],
    ] as const)
      canvas.line(from as [number, number], to as [number, number], 3.4, main)
    canvas.ellipse(seat[0], seat[1] - 3 * s, 7 * s, 2.5 * s, tyre)
    canvas.line([head[0] - 2, head[1] - 4], [head[0] + 6 * s, head[1] - 5], 3, tyre)
    return
  }
  const swing = Math.sin(step * 2.1) * 7 * s
  canvas.line([x, y - 30 * s], [x - swing, y - 2], 6 * s, second)
  canvas.line([x, y - 30 * s], [x + swing, y - 2], 6 * s, second)
  canvas.ellipse(x, y - 40 * s, 8 * s, 14 * s, main)
  canvas.line([x - 6 * s, y - 48 * s], [x - 6 * s + swing, y - 28 * s], 4 * s, main)
  canvas.ellipse(x, y - 57 * s, 4.5 * s, 5.5 * s, skin)
}
