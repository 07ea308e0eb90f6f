import { findSounds, type Span } from './activity'
import { align } from './alignment'
import { type ClusteringOptions, clusterOf } from './clustering'
import { FeatureExtractor, sampleRate } from './features'
import { dimensions, Frames, frameRate } from './frames'
import { covarianceOf, Density, Moments } from './gaussian'
import { withoutMusic } from './music'
import { Pace } from './pace'
import { cutIntoPieces } from './pieces'
import { findSpeakers } from './speakers'
import { type Turn, turnsOf } from './turns'

export interface SplitOptions {
  /** Called at intervals with the seconds of sound processed so far. */
  onProgress?: (seconds: number) => void
  signal?: AbortSignal
  maxSpeakers?: number
}

export interface Split {
  speakers: number
  turns: Turn[]
}

/** Seconds of voice below which nobody spoke. */
const leastSpeech = 0.5
/** How often voices are learned again from what was assigned to them. */
const rounds = 2
/** Samples that are processed between two looks at the clock. */
const stretch = 4_096
/** The strength of the prior for a voice with little speech, in frames. */
const priorWeight = 25

/**
 * Who spoke when, without words [D24]. Takes mono sound at 16 kHz and keeps 43 bytes of each 16 ms, not the sound. The
 * same sound gives the same result. Throws the signal's reason.
 */
export async function split(
  pcm: AsyncIterable<Float32Array> | Float32Array,
  rate: number,
  { onProgress, signal, maxSpeakers = 8 }: SplitOptions = {},
): Promise<Split> {
  if (rate !== sampleRate) throw new RangeError(`sound at ${rate} Hz; needed is ${sampleRate} Hz`)
  const pace = new Pace(signal)
  const frames = await listen(pcm, pace, onProgress)
  const sounds = await withoutMusic(frames, await findSounds(frames, pace), pace)
  const spoken = sounds.reduce((sum, { start, end }) => sum + end - start, 0)
  if (spoken < leastSpeech * frameRate) return { speakers: 0, turns: [] }
  const turns = turnsOf(sounds, await assignSpeakers(frames, sounds, maxSpeakers, pace))
  return { speakers: new Set(turns.map(({ speaker }) => speaker)).size, turns }
}

async function listen(
  pcm: AsyncIterable<Float32Array> | Float32Array,
  pace: Pace,
  onProgress?: (seconds: number) => void,
): Promise<Frames> {
  const frames = new Frames()
  const extractor = new FeatureExtractor(frames)
  for await (const samples of pcm instanceof Float32Array ? [pcm] : pcm) {
    for (let from = 0; from < samples.length; from += stretch) {
      extractor.push(samples.subarray(from, from + stretch))
      if (!pace.isDue) continue
      onProgress?.(frames.length / frameRate)
      await pace.rest()
    }
  }
  extractor.finish()
  return frames
}

/** Who speaks in each frame of the sounds, one sound after the other. */
async function assignSpeakers(frames: Frames, sounds: readonly Span[], most: number, pace: Pace): Promise<Uint8Array> {
  const pieces = cutIntoPieces(sounds)
  const learned = await learn(frames, pieces, pace)
  const all = new Moments()
  for (const moments of learned) all.merge(moments)
  const total = sounds.reduce((sum, { start, end }) => sum + end - start, 0)
  if (all.count === 0) return new Uint8Array(total)
  const options: ClusteringOptions = { prior: covarianceOf(all), pace }
  const items = learned.map((moments, index) => clusterOf(moments, [index], options.prior))
  const clusters = await findSpeakers(items, pieces, most, options)
  let voices = clusters.map(({ moments }) => moments)
  let speakers: Uint8Array = new Uint8Array(total)
  for (let round = 0; round < rounds && voices.length > 1; round += 1) {
    const densities = voices.map(moments => new Density(moments, options.prior, priorWeight))
    speakers = await align(frames, sounds, densities, pace)
    voices = await relearn(frames, sounds, speakers, pace)
  }
  return speakers
}

async function learn(frames: Frames, spans: readonly Span[], pace: Pace): Promise<Moments[]> {
  const learned: Moments[] = []
  const vector = new Float64Array(dimensions)
  for (const { start, end } of spans) {
    const moments = new Moments()
    for (let frame = start; frame < end; frame += 1) {
      frames.readCepstrum(frame, vector)
      moments.add(vector)
    }
    learned.push(moments)
    if (pace.isDue) await pace.rest()
  }
  return learned
}

/** The moments of each speaker who was assigned enough speech. */
async function relearn(frames: Frames, sounds: readonly Span[], speakers: Uint8Array, pace: Pace): Promise<Moments[]> {
  const learned: Moments[] = []
  const vector = new Float64Array(dimensions)
  let at = 0
  for (const { start, end } of sounds) {
    for (let frame = start; frame < end; frame += 1) {
      const speaker = speakers[at] ?? 0
      const moments = learned[speaker] ?? new Moments()
      learned[speaker] = moments
      frames.readCepstrum(frame, vector)
      moments.add(vector)
      at += 1
    }
    if (pace.isDue) await pace.rest()
  }
  return learned.filter(moments => moments && moments.count >= leastSpeech * frameRate)
}
