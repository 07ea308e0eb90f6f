import type { AreaMeasurement, PictureMeasurement, PictureRegion } from '#shared/rules/picture-rules'
import { areaOf } from './area'
import { type Comparison, compare } from './compare'
import { type Layers, layersOf, quantileOf, resized } from './layers'
import type { Raster } from './raster'

/** What is measured: rasters of any sizes, and parts of the picture. */
export interface MeasureInput {
  frame: Raster
  previous: Raster | null
  reference: Raster | null
  regions: readonly PictureRegion[]
}

interface Measured {
  frame: Raster
  mine: Layers
  change: Comparison | null
  reference: { layers: Layers; comparison: Comparison } | null
}

/** Darker than this on average, without bright spots, is dark; brightness from 0 to 1. */
const darkMean = 0.1
const darkBright = 0.25
/** A picture whose brightness spans fewer levels has one tone. */
const blankSpan = 10
/** Below this share of the reference's sharpness, the picture is blurred. */
const blurredShare = 0.3
/** Without a reference, a picture with contrast and less fine detail than this is blurred. */
const blurredAlone = 0.05
/** Share of a reference's texture that a covered lens or a blur takes away. */
const lostShare = 0.8
/** Large shapes that correlate less than this are other shapes. */
const sameShapes = 0.8
/** Below this, nothing of the reference shines through what took its texture away. */
const noStructure = 0.2
/** In a light so weak that large shapes have less than this share of their contrast, fine detail is lost without a blur. */
const enoughStrength = 0.55
/** Share of all texture that changes if a camera points elsewhere, and the most its structure then correlates. */
const movedShare = 0.4
const movedStructure = 0.25
/** Share of an area that needs texture before structure can be judged. */
const enoughTexture = 0.08

/** Layers of this many pictures are kept in each thread, about a third of a megabyte for each. */
const keptLayers = 16

/** The latest pictures first: the one before and the reference of a camera are usually among them. */
const latest: { raster: Raster; layers: Layers }[] = []

function layersFor(raster: Raster): Layers {
  const at = latest.findIndex(known => isSame(known.raster, raster))
  const found = latest.splice(at < 0 ? keptLayers - 1 : at, 1)[0]
  const kept = at >= 0 && found ? found : { raster, layers: layersOf(raster) }
  latest.unshift(kept)
  return kept.layers
}

const isSame = (one: Raster, other: Raster) =>
  one.width === other.width && Buffer.compare(one.pixels, other.pixels) === 0

/** The work of the threads: plain numbers from small pictures, without waiting for anything. */
export const measureWork = {
  measure({ frame, previous, reference, regions }: MeasureInput): PictureMeasurement {
    const layersAlike = (raster: Raster) => layersFor(resized(raster, frame.width, frame.height))
    const mine = layersFor(frame)
    const theirs = reference && layersAlike(reference)
    const measured: Measured = {
      frame,
      mine,
      change: previous && compare(mine, layersAlike(previous)),
      reference: theirs && { layers: theirs, comparison: compare(mine, theirs) },
    }
    const areas = regions.map(({ id, shape }) => [id, measureArea(measured, areaOf(shape, frame))] as const)
    return { whole: measureArea(measured, areaOf(null, frame)), regions: Object.fromEntries(areas) }
  },
}

/** `area` is the indexes of its pixels. */
function measureArea({ frame, mine, change, reference }: Measured, area: Uint32Array): AreaMeasurement {
  const tones = tonesOf(frame, area)
  const sharpness = sharpnessOf(mine, area, tones.deviation)
  const isDark = tones.mean < darkMean && tones.bright < darkBright
  const isBlank = tones.span < blankSpan
  const known = {
    brightness: tones.mean,
    contrast: Math.min(1, (2 * tones.deviation) / 255),
    sharpness,
    change: change && shareOf(change.changed, area),
    dark: isDark,
    blank: isBlank,
  }
  if (!reference) {
    const blurred = !isDark && !isBlank && known.contrast > 0.06 && sharpness < blurredAlone
    return { ...known, change_from_reference: null, covered: null, blurred, moved: null }
  }
  const { layers, comparison } = reference
  const texture = shareOf(comparison.known, area)
  const lost = shareOf(comparison.lost, area, comparison.known)
  const { likeness: shapes, strength } = likenessOf(mine.coarse, layers.coarse, area)
  const { likeness: structure } = likenessOf(mine.texture, layers.texture, area)
  const before = sharpnessOf(layers, area, tonesOf({ pixels: layers.clean }, area).deviation)
  const canJudge = !isDark && texture >= enoughTexture
  const covered = canJudge && lost > lostShare && (shapes < sameShapes || structure < noStructure)
  const hasShapes = !isBlank && !covered && shapes >= sameShapes && strength > enoughStrength
  const blurred = canJudge && hasShapes && sharpness < before * blurredShare
  const changed = shareOf(comparison.changed, area, comparison.textured)
  const moved = canJudge && !isBlank && !covered && !blurred && changed > movedShare && structure < movedStructure
  return { ...known, change_from_reference: shareOf(comparison.changed, area), covered, blurred, moved }
}

function tonesOf({ pixels }: { pixels: Uint8Array | Float32Array }, area: Uint32Array) {
  const bins = new Uint32Array(256)
  let sum = 0
  let squares = 0
  for (const index of area) {
    const value = pixels[index] ?? 0
    sum += value
    squares += value * value
    const bin = Math.round(value)
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  const mean = sum / area.length
  const bright = quantileOf(bins, area.length * 0.97)
  return {
    mean: mean / 255,
    bright: bright / 255,
    span: bright - quantileOf(bins, area.length * 0.03),
    deviation: Math.sqrt(Math.max(0, squares / area.length - mean * mean)),
  }
}

/** The part of the contrast that single pixels have against their neighbours, without noise. */
function sharpnessOf({ fine, noise }: Layers, area: Uint32Array, deviation: number): number {
  let energy = 0
  for (const index of area) energy += (fine[index] ?? 0) ** 2
  // Of independent noise, eight ninths of the energy differ from the mean of nine.
  const detail = Math.sqrt(Math.max(0, energy / area.length - (noise ** 2 * 8) / 9))
  return Math.min(1, detail / Math.max(4, deviation))
}

/** Share of an area, or of its part within `among`, whose pixels are set. */
function shareOf(set: Uint8Array, area: Uint32Array, among?: Uint8Array): number {
  let count = 0
  let all = 0
  for (const index of area) {
    if (among && !among[index]) continue
    all += 1
    count += set[index] ?? 0
  }
  return all === 0 ? 0 : count / all
}

/** Correlation from -1 to 1, and how strong the contrast is compared with the other's. */
function likenessOf(
  mine: Float32Array,
  theirs: Float32Array,
  area: Uint32Array,
): { likeness: number; strength: number } {
  let [sum, otherSum, squares, otherSquares, products] = [0, 0, 0, 0, 0]
  for (const index of area) {
    const value = mine[index] ?? 0
    const other = theirs[index] ?? 0
    sum += value
    otherSum += other
    squares += value * value
    otherSquares += other * other
    products += value * other
  }
  const count = area.length
  const variance = squares / count - (sum / count) ** 2
  const otherVariance = otherSquares / count - (otherSum / count) ** 2
  // Below one brightness level there is no shape to compare.
  if (variance < 1 || otherVariance < 1) return { likeness: 0, strength: 0 }
  const common = products / count - (sum / count) * (otherSum / count)
  return { likeness: common / Math.sqrt(variance * otherVariance), strength: Math.sqrt(variance / otherVariance) }
}
