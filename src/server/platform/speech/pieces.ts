/** Samples a second of all processed sound. */
export const sampleRate = 16_000

/** A section of a recording that is processed at once. */
export interface Piece {
  /** 16 bits each, at `sampleRate`. */
  samples: Int16Array
  /** In seconds: its start in the recording, and the interval that counts in this piece alone. */
  start: number
  ownFrom: number
  ownTo: number
}

/** The share at the end of a piece in which a pause is searched. */
const searchedShare = 0.2
/** Samples whose loudness is measured together, and how many of these frames make a pause. */
const frame = sampleRate / 50
const pauseFrames = 20
/** A pause is quieter than the whole by this factor, in power. */
const quiet = 1 / 16
/** In seconds; services refuse shorter sound. */
const shortest = 0.1

interface Cutting {
  /** The longest piece in seconds. */
  longest: number
  /** The overlap of two pieces in seconds if nobody pauses. */
  shared: number
}

/**
 * Cuts sound into pieces at pauses. Without a pause, two pieces overlap, and each counts up to the middle of the
 * overlap. Holds one piece in memory at a time.
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

/** The middle of the quietest section near the end of a piece, if it is a pause. */
function pauseIn(samples: Int16Array): number | null {
  const powers = Array.from({ length: Math.floor(samples.length / frame) }, (_, index) =>
    powerOf(samples, index * frame),
  )
  const mean = powers.reduce((sum, power) => sum + power, 0) / powers.length
  const from = Math.max(0, Math.floor(powers.length * (1 - searchedShare)))
  let least = Number.POSITIVE_INFINITY
  let at = 0
  for (let index = from; index + pauseFrames <= powers.length; index += 1) {
    const power =
      powers.slice(index, index + pauseFrames).reduce((sum, framePower) => sum + framePower, 0) / pauseFrames
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
