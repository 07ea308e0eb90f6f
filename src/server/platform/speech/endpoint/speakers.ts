import type { SpokenTurn } from '../transcriber'
import type { SpokenContent } from './answer'

/** Something that was said, with the piece of the recording it was heard in. */
export interface Heard extends SpokenContent {
  piece: number
}

const overlapOf = (one: { start: number; end: number }, other: { start: number; end: number }) =>
  Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start))

/** Who speaks most while it is said, by turns without words; who is nearest where nobody was heard then. */
export function speakersByOverlap(said: readonly SpokenContent[], turns: readonly SpokenTurn[]): string[] {
  return said.map(spokenContent => {
    const seconds = new Map<number, number>()
    for (const turn of turns) {
      const overlap = overlapOf(spokenContent, turn)
      if (overlap > 0) seconds.set(turn.speaker, (seconds.get(turn.speaker) ?? 0) + overlap)
    }
    const [most] = [...seconds].sort(([, a], [, b]) => b - a)
    if (most) return String(most[0])
    const distance = (turn: SpokenTurn) => Math.max(turn.start - spokenContent.end, spokenContent.start - turn.end)
    const [nearest] = turns.toSorted((a, b) => distance(a) - distance(b))
    return String(nearest?.speaker ?? 1)
  })
}

/**
 * A service names speakers anew in each piece of a long recording. Within a piece its word holds; which of them are one person over
 * all pieces is told by the turns of the built-in splitter, each of whose speakers is at most one of a piece.
 */
export function speakersOverPieces(heard: readonly Heard[], turns: readonly SpokenTurn[]): string[] {
  const shared = new Map<string, { label: string; piece: number; speaker: number; seconds: number }>()
  for (const one of heard) {
    for (const turn of turns) {
      const overlap = overlapOf(one, turn)
      if (overlap === 0) continue
      const label = labelOf(one)
      const key = `${label} ${turn.speaker}`
      const known = shared.get(key) ?? { label, piece: one.piece, speaker: turn.speaker, seconds: 0 }
      shared.set(key, { ...known, seconds: known.seconds + overlap })
    }
  }
  const known = new Map<string, string>()
  const taken = new Set<string>()
  for (const { label, piece, speaker } of [...shared.values()].sort((a, b) => b.seconds - a.seconds)) {
    const place = `${piece} ${speaker}`
    if (known.has(label) || taken.has(place)) continue
    known.set(label, String(speaker))
    taken.add(place)
  }
  return heard.map(one => known.get(labelOf(one)) ?? labelOf(one))
}

const labelOf = ({ piece, speaker }: Heard) => `piece ${piece}: ${speaker}`
