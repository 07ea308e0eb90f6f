import type { Span } from './activity'
import { frameRate } from './frames'

/**
 * Who speaks from when to when, in seconds. Speakers are numbered from 0 in the order in which they are first heard.
 */
export interface Turn {
  speaker: number
  start: number
  end: number
}

/** In seconds: a shorter pause within a turn is part of it. */
const shortestPause = 0.6
/** In seconds: a shorter turn is added to a neighbour; without a near one it is dropped if below `shortestAlone`. */
const shortestTurn = 0.4
const shortestAlone = 0.2
/** Seconds of voice before and after it stands out of the noise. */
const margin = 0.04

/** Makes turns from the speaker of each frame of the sounds. */
export function turnsOf(sounds: readonly Span[], speakers: Uint8Array): Turn[] {
  const turns = bridged(withoutShortTurns(bridged(runs(sounds, speakers))))
  const order = new Map<number, number>()
  for (const { speaker } of turns) if (!order.has(speaker)) order.set(speaker, order.size)
  return withMargins(turns).map(turn => ({ ...turn, speaker: order.get(turn.speaker) ?? 0 }))
}

function runs(sounds: readonly Span[], speakers: Uint8Array): Turn[] {
  const turns: Turn[] = []
  let at = 0
  for (const { start, end } of sounds) {
    for (let frame = start; frame < end; frame += 1) {
      const speaker = speakers[at] ?? 0
      const last = turns.at(-1)
      if (last && last.speaker === speaker && last.end === frame / frameRate) last.end = (frame + 1) / frameRate
      else turns.push({ speaker, start: frame / frameRate, end: (frame + 1) / frameRate })
      at += 1
    }
  }
  return turns
}

function bridged(turns: readonly Turn[]): Turn[] {
  const result: Turn[] = []
  for (const turn of turns) {
    const last = result.at(-1)
    if (last && last.speaker === turn.speaker && turn.start - last.end < shortestPause) last.end = turn.end
    else result.push({ ...turn })
  }
  return result
}

function withoutShortTurns(turns: readonly Turn[]): Turn[] {
  return turns.flatMap((turn, index) => {
    const length = turn.end - turn.start
    if (length >= shortestTurn) return [turn]
    const neighbour = nearer(turn, turns[index - 1], turns[index + 1])
    if (neighbour) return [{ ...turn, speaker: neighbour.speaker }]
    return length >= shortestAlone ? [turn] : []
  })
}

/** The long turn next to a short one, if one is near. */
function nearer(turn: Turn, before: Turn | undefined, after: Turn | undefined): Turn | undefined {
  const near = [
    { turn: before, gap: before ? turn.start - before.end : Number.POSITIVE_INFINITY },
    { turn: after, gap: after ? after.start - turn.end : Number.POSITIVE_INFINITY },
  ]
  return near
    .filter(({ turn: other, gap }) => other && other.end - other.start >= shortestTurn && gap < shortestPause / 2)
    .sort((a, b) => a.gap - b.gap)[0]?.turn
}

function withMargins(turns: readonly Turn[]): Turn[] {
  return turns.map((turn, index) => {
    const before = turns[index - 1]?.end ?? 0
    const after = turns[index + 1]?.start ?? Number.POSITIVE_INFINITY
    return {
      ...turn,
      start: Math.max(turn.start - margin, Math.min(turn.start, (before + turn.start) / 2)),
      end: Math.min(turn.end + margin, Math.max(turn.end, (after + turn.end) / 2)),
    }
  })
}
