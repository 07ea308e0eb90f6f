import { type Frames, frameRate } from './frames'
import type { Pace } from './pace'

/** Frames from `start` up to, but not including, `end`. */
export interface Span {
  start: number
  end: number
}

/** Seconds on either side in which the noise floor and the loudest speech are searched. */
const reach = 15
/** The threshold is computed once for this many frames, because the floor changes slowly. */
const step = 32
/** Speech lies this many dB above the floor and below the loudest; nothing under `lowest` counts. */
const aboveFloor = 6
const belowPeak = 38
const lowest = -65
/** In frames: shorter pauses belong to the sound around them, shorter sounds are ignored. */
const shortestPause = 8
const shortestSound = 8

/**
 * Where somebody may be speaking: frames that stand out of the noise and of which enough are voiced. The noise floor is
 * a low percentile of the surrounding levels (minimum statistics, Martin, IEEE Trans. Speech and Audio Processing 9,
 * 2001).
 */
export async function findSounds(frames: Frames, pace: Pace): Promise<Span[]> {
  const limits = await thresholds(frames, pace)
  const loud = (frame: number) => frames.level(frame) > (limits[Math.floor(frame / step)] ?? 0)
  const spans = withoutShortPauses(runs(frames.length, loud), shortestPause)
  return spans.filter(span => span.end - span.start >= shortestSound && isVoiced(frames, span))
}

/** Joins spans that are less than `pause` frames apart. */
export function withoutShortPauses(spans: readonly Span[], pause: number): Span[] {
  const result: Span[] = []
  for (const span of spans) {
    const last = result.at(-1)
    if (last && span.start - last.end < pause) last.end = span.end
    else result.push({ ...span })
  }
  return result
}

function runs(length: number, holds: (frame: number) => boolean): Span[] {
  const spans: Span[] = []
  let start = -1
  for (let frame = 0; frame <= length; frame += 1) {
    const isIn = frame < length && holds(frame)
    if (isIn && start < 0) start = frame
    if (isIn || start < 0) continue
    spans.push({ start, end: frame })
    start = -1
  }
  return spans
}

function isVoiced(frames: Frames, { start, end }: Span): boolean {
  let voiced = 0
  for (let frame = start; frame < end; frame += 1) voiced += frames.voicing(frame) > 0.6 ? 1 : 0
  return voiced >= 0.2 * (end - start)
}

/** The level that speech must exceed, for each step of frames. */
async function thresholds(frames: Frames, pace: Pace): Promise<Float64Array> {
  const steps = Math.ceil(frames.length / step)
  const lows = new Float64Array(steps)
  const highs = new Float64Array(steps)
  for (let index = 0; index < steps; index += 1) {
    const end = Math.min(frames.length, (index + 1) * step)
    const levels = Array.from({ length: end - index * step }, (_, i) => frames.level(index * step + i)).sort(ascending)
    lows[index] = quantile(levels, 0.15)
    highs[index] = quantile(levels, 0.9)
    if (pace.isDue) await pace.rest()
  }
  const limits = new Float64Array(steps)
  const around = Math.round((reach * frameRate) / step)
  for (let index = 0; index < steps; index += 1) {
    const from = Math.max(0, index - around)
    const floor = quantile([...lows.subarray(from, index + around + 1)].sort(ascending), 0.1)
    const peak = quantile([...highs.subarray(from, index + around + 1)].sort(ascending), 0.95)
    limits[index] = Math.max(lowest, floor + aboveFloor, peak - belowPeak)
    if (pace.isDue) await pace.rest()
  }
  return limits
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

function ascending(a: number, b: number): number {
  return a - b
}
