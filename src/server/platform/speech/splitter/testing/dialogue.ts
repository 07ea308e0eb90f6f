import { seeded } from './random'
import { sentences } from './sentences.data'
import { speak } from './voice'
import { wavRate } from './wav'

/** Who really speaks from when to when, in seconds. */
export interface TruePiece {
  speaker: number
  start: number
  end: number
}

export interface Dialogue {
  /** Samples at `wavRate`. */
  samples: Float32Array
  pieces: TruePiece[]
}

interface DialogueOptions {
  voices: readonly string[]
  seed: number
  turns?: number
  /** The loudness of each voice, by default 1. */
  gains?: readonly number[]
  /** The most sentences in a turn. */
  longest?: number
  /** Seconds between turns, minimum and maximum. */
  pause?: readonly [number, number]
}

/**
 * Voices take random turns of random length; everybody speaks within the first turns. The same seed gives the same
 * sound.
 */
export async function dialogue(options: DialogueOptions): Promise<Dialogue> {
  const { voices, seed, turns = 6 * voices.length, gains = [], longest = 3, pause = [0.1, 0.9] } = options
  const random = seeded(seed)
  const parts: Float32Array[] = []
  const pieces: TruePiece[] = []
  let length = 0
  const append = (part: Float32Array) => {
    parts.push(part)
    length += part.length
  }
  append(new Float32Array(Math.round((0.2 + random()) * wavRate)))
  let speaker = -1
  const speeds = voices.map(() => 145 + Math.round(45 * random()))
  for (let turn = 0; turn < turns; turn += 1) {
    speaker = turn < voices.length ? turn : nextSpeaker(speaker, voices.length, random)
    const said = await speak(voices[speaker] ?? '', someText(voices[speaker] ?? '', longest, random), speeds[speaker])
    const start = length / wavRate
    append(said.map(sample => sample * (gains[speaker] ?? 1)))
    pieces.push({ speaker, start, end: length / wavRate })
    append(new Float32Array(Math.round((pause[0] + (pause[1] - pause[0]) * random()) * wavRate)))
  }
  return { samples: joined(parts, length), pieces }
}

/** The same with white noise this many decibels below the mean power of speech. */
export function withNoise({ samples, pieces }: Dialogue, decibels: number, seed: number): Dialogue {
  const random = seeded(seed)
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0)
  const spoken = pieces.reduce((sum, { start, end }) => sum + (end - start) * wavRate, 0)
  // A uniform distribution over ±1 has a third of the power.
  const amplitude = Math.sqrt(3 * (power / spoken) * 10 ** (-decibels / 10))
  return { samples: samples.map(sample => sample + amplitude * (2 * random() - 1)), pieces }
}

/** Two recordings joined; the speakers of the second are different people. */
export function oneAfterTheOther(first: Dialogue, second: Dialogue): Dialogue {
  const offset = first.samples.length / wavRate
  const speakers = 1 + Math.max(...first.pieces.map(({ speaker }) => speaker))
  const later = second.pieces.map(({ speaker, start, end }) => ({
    speaker: speaker + speakers,
    start: start + offset,
    end: end + offset,
  }))
  const samples = joined([first.samples, second.samples], first.samples.length + second.samples.length)
  return { samples, pieces: [...first.pieces, ...later] }
}

function nextSpeaker(last: number, speakers: number, random: () => number): number {
  if (speakers === 1) return 0
  return (last + 1 + Math.floor(random() * (speakers - 1))) % speakers
}

function someText(voice: string, longest: number, random: () => number): string {
  const language = voice.slice(0, 2)
  const known = Object.entries(sentences).find(([name]) => name === language)?.[1] ?? sentences.en
  const count = 1 + Math.floor(random() * longest)
  return Array.from({ length: count }, () => known[Math.floor(random() * known.length)]).join(' ')
}

function joined(parts: readonly Float32Array[], length: number): Float32Array {
  const whole = new Float32Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
