import type { TruePiece } from './dialogue'

interface Turn {
  speaker: number
  start: number
  end: number
}

/** The share of true speech time that is assigned to the right speaker, under the best matching of speakers. */
export function rightShare(pieces: readonly TruePiece[], turns: readonly Turn[]): number {
  const truths = 1 + Math.max(-1, ...pieces.map(({ speaker }) => speaker))
  const found = 1 + Math.max(-1, ...turns.map(({ speaker }) => speaker))
  const shared = Array.from({ length: truths }, (_, truth) =>
    Array.from({ length: found }, (_, speaker) => overlap(of(pieces, truth), of(turns, speaker))),
  )
  const whole = pieces.reduce((sum, { start, end }) => sum + end - start, 0)
  return best(shared, 0, new Set()) / whole
}

function of<T extends Turn>(turns: readonly T[], wanted: number): T[] {
  return turns.filter(({ speaker }) => speaker === wanted)
}

function overlap(some: readonly Turn[], others: readonly Turn[]): number {
  let sum = 0
  for (const a of some) {
    for (const b of others) sum += Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))
  }
  return sum
}

function best(shared: readonly (readonly number[])[], truth: number, taken: ReadonlySet<number>): number {
  const row = shared[truth]
  if (!row) return 0
  let most = best(shared, truth + 1, taken)
  for (const [speaker, time] of row.entries()) {
    if (!taken.has(speaker)) most = Math.max(most, time + best(shared, truth + 1, new Set([...taken, speaker])))
  }
  return most
}
