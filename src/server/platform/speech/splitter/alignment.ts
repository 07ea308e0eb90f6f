import type { Span } from './activity'
import { dimensions, type Frames, frameRate } from './frames'
import type { Density } from './gaussian'
import type { Pace } from './pace'

/** Neighbouring frames are nearly the same, so each counts only in part. */
const weight = 0.3
/** The most that one frame can count against a voice, in nats, so that a cough decides nothing. */
const strongest = 12
/** The cost of changing the speaker within a sound, and after a pause. */
const changes = { within: 14, afterPause: 5 }
/** Frames of silence that make a pause. */
const pause = Math.round(0.1 * frameRate)

/**
 * Who speaks in each frame of the sounds: the most likely sequence as a whole (Viterbi, "Error bounds for convolutional
 * codes and an asymptotically optimum decoding algorithm", IEEE Trans. Information Theory 13, 1967). Where voices
 * overlap, the louder one wins, because it dominates the sound.
 */
export async function align(
  frames: Frames,
  sounds: readonly Span[],
  voices: readonly Density[],
  pace: Pace,
): Promise<Uint8Array> {
  const count = voices.length
  const total = sounds.reduce((sum, { start, end }) => sum + end - start, 0)
  // For each frame and speaker, the speaker of the frame before.
  const before = new Uint8Array(total * count)
  const scores = new Float64Array(count)
  const evidence = new Float64Array(count)
  const vector = new Float64Array(dimensions)
  let at = 0
  let last = 0
  for (const { start, end } of sounds) {
    for (let frame = start; frame < end; frame += 1) {
      const cost = frame - last > pause ? changes.afterPause : changes.within
      frames.readCepstrum(frame, vector)
      weigh(vector, voices, evidence)
      advance(scores, evidence, before.subarray(at * count, (at + 1) * count), cost)
      last = frame
      at += 1
    }
    if (pace.isDue) await pace.rest()
  }
  return traceBack(before, indexOfGreatest(scores), count)
}

function weigh(vector: Float64Array, voices: readonly Density[], evidence: Float64Array): void {
  let best = Number.NEGATIVE_INFINITY
  for (const [index, voice] of voices.entries()) {
    const value = voice.at(vector)
    evidence[index] = value
    if (value > best) best = value
  }
  for (let index = 0; index < evidence.length; index += 1) {
    evidence[index] = weight * Math.max((evidence[index] ?? 0) - best, -strongest)
  }
}

function advance(scores: Float64Array, evidence: Float64Array, before: Uint8Array, cost: number): void {
  const leader = indexOfGreatest(scores)
  const changed = (scores[leader] ?? 0) - cost
  for (let index = 0; index < scores.length; index += 1) {
    const stayed = scores[index] ?? 0
    before[index] = stayed >= changed ? index : leader
    scores[index] = Math.max(stayed, changed) + (evidence[index] ?? 0)
  }
}

function traceBack(before: Uint8Array, last: number, count: number): Uint8Array {
  const path = new Uint8Array(before.length / count)
  let speaker = last
  for (let at = path.length - 1; at >= 0; at -= 1) {
    path[at] = speaker
    speaker = before[at * count + speaker] ?? 0
  }
  return path
}

function indexOfGreatest(values: Float64Array): number {
  let index = 0
  for (let i = 1; i < values.length; i += 1) if ((values[i] ?? 0) > (values[index] ?? 0)) index = i
  return index
}
