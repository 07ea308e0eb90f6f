import type { SpokenTurn } from '../transcriber'
import type { SpokenSegment } from './answer'

/** A segment with the index of the piece it was heard in. */
export interface LabelledSegment extends SpokenSegment {
  piece: number
}

const overlapOf = (span: { start: number; end: number }, other: { start: number; end: number }) =>
  Math.max(0, Math.min(span.end, other.end) - Math.max(span.start, other.start))

/** For each segment, the speaker of the turns that overlap it most, or the nearest one if none does. */
export function speakersByOverlap(said: readonly SpokenSegment[], turns: readonly SpokenTurn[]): string[] {
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
 * A service labels speakers anew in each piece of a long recording. Within a piece its labels count. The turns of the
 * built-in splitter determine which labels of different pieces are one person; each speaker matches at most one label
 * of a piece.
 */
export function speakersOverPieces(heard: readonly LabelledSegment[], turns: readonly SpokenTurn[]): string[] {
  const shared = new Map<string, { label: string; piece: number; speaker: number; seconds: number }>()
  for (const segment of heard) {
    for (const turn of turns) {
      const overlap = overlapOf(segment, turn)
      if (overlap === 0) continue
      const label = labelOf(segment)
      const key = `${label} ${turn.speaker}`
      const known = shared.get(key) ?? { label, piece: segment.piece, speaker: turn.speaker, seconds: 0 }
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
  return heard.map(segment => known.get(labelOf(segment)) ?? labelOf(segment))
}

const labelOf = ({ piece, speaker }: LabelledSegment) => `piece ${piece}: ${speaker}`
