import type { Span } from './activity'
import { dimensions, type Frames } from './frames'
import type { Pace } from './pace'

/** Frames of sound that are judged together: 5 seconds. */
const judged = 312
/** Frames between which a change is measured. */
const apart = 2
/** The least average movement of the cepstrum in that time for speech; notes and hums are more constant. */
const leastChange = 4.7

/**
 * Leaves out sounds that change too little to be speech, such as music and machines: spectral flux (Scheirer and
 * Slaney, "Construction and evaluation of a robust multifeature speech/music discriminator", ICASSP 1997).
 */
export async function withoutMusic(frames: Frames, sounds: readonly Span[], pace: Pace): Promise<Span[]> {
  const speech: Span[] = []
  let group: Span[] = []
  let length = 0
  for (const [index, sound] of sounds.entries()) {
    group.push(sound)
    length += sound.end - sound.start
    if (length < judged && index < sounds.length - 1) continue
    if (meanChange(frames, group) >= leastChange) speech.push(...group)
    group = []
    length = 0
    if (pace.isDue) await pace.rest()
  }
  return speech
}

function meanChange(frames: Frames, sounds: readonly Span[]): number {
  const now = new Float64Array(dimensions)
  const before = new Float64Array(dimensions)
  let sum = 0
  let count = 0
  for (const { start, end } of sounds) {
    for (let frame = start + apart; frame < end; frame += 1) {
      frames.readCepstrum(frame, now)
      frames.readCepstrum(frame - apart, before)
      sum += Math.sqrt(now.reduce((total, value, d) => total + (value - (before[d] ?? 0)) ** 2, 0))
      count += 1
    }
  }
  return count > 0 ? sum / count : 0
}
