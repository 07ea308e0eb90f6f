/** Samples a second of everything that is listened to. */
export const sampleRate = 16_000

/** A stretch of a recording that is listened to at once. */
export interface Piece {
  /** 16 bits each, at `sampleRate`. */
  samples: Int16Array
  /** Seconds: where it begins in the recording, and between which it alone counts. */
  start: number
  ownFrom: number
  ownTo: number
}

/** The share of a piece at its end in which a pause is looked for. */
const searched = 0.2
/** Samples whose loudness is measured at once, and how many of those make a pause. */
const frame = sampleRate / 50
const pauseFrames = 20
/** A pause is so much quieter than the whole, in power. */
const quiet = 1 / 16
/** Seconds: services refuse what is shorter. */
const shortest = 0.1

interface Cutting {
  /** Seconds of a piece at most. */
  longest: number
  /** Seconds that two pieces share where nobody pauses. */
  shared: number
}

/**
 * Cuts sound into pieces, in pauses: there one ends and the next begins. Where there is no pause they overlap, and each counts up to
 * the middle of that. Holds one piece at a time.
 */
export async function* cutAtPauses(
  pcm: AsyncIterable<Float32Array>,
  { longest, shared }: Cutting,
): AsyncGenerator<Piece, void, undefined> {
  const room = new Int16Array(longest * sampleRate)
  let filled = 0
  let start = 0
  let ownFrom = 0
  const pieceTo = (end: number, ownTo: number): Piece => ({
    samples: room.slice(0, end),
    start: start / sampleRate,
    ownFrom: ownFrom / sampleRate,
    ownTo: ownTo / sampleRate,
  })
  for await (const chunk of pcm) {
    for (let taken = 0; taken < chunk.length; ) {
      const part = chunk.subarray(taken, taken + room.length - filled)
      for (let index = 0; index < part.length; index += 1)
        room[filled + index] = Math.max(-1, Math.min(1, part[index] ?? 0)) * 32_767
      filled += part.length
      taken += part.length
      if (filled < room.length) continue
      const pause = pauseIn(room)
      const overlap = pause === null ? shared * sampleRate : 0
      const end = pause ?? room.length
      const ownTo = start + end - overlap / 2
      yield pieceTo(end, ownTo)
      room.copyWithin(0, end - overlap, filled)
      filled -= end - overlap
      start += end - overlap
      ownFrom = ownTo
    }
  }
  if (filled >= shortest * sampleRate) yield pieceTo(filled, start + filled)
}

/** The middle of the quietest stretch near the end of a piece, if it is a pause. */
function pauseIn(samples: Int16Array): number | null {
  const powers = Array.from({ length: Math.floor(samples.length / frame) }, (_, index) =>
    powerOf(samples, index * frame),
  )
  const mean = powers.reduce((sum, power) => sum + power, 0) / powers.length
  const from = Math.max(0, Math.floor(powers.length * (1 - searched)))
  let least = Number.POSITIVE_INFINITY
  let at = 0
  for (let index = from; index + pauseFrames <= powers.length; index += 1) {
    const power = powers.slice(index, index + pauseFrames).reduce((sum, one) => sum + one, 0) / pauseFrames
    if (power < least) {
      least = power
      at = index
    }
  }
  return least <= mean * quiet ? (at + pauseFrames / 2) * frame : null
}

function powerOf(samples: Int16Array, from: number): number {
  let sum = 0
  for (let index = from; index < from + frame; index += 1) sum += (samples[index] ?? 0) ** 2
  return sum / frame
}
