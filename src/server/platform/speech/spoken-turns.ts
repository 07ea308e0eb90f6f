import type { SpokenTurn } from './transcriber'

type TurnContent = Pick<SpokenTurn, 'start' | 'end' | 'text'>

/** Seconds: what one person says goes on over shorter pauses, up to this length, so that one can still jump into it. */
const shortestPause = 1
const longestTurn = 30

/** Turns with speakers from 1, in the order in which they first speak, out of what was said, by time, and by whom each of it is. */
export function turnsFrom(said: readonly TurnContent[], speakers: readonly string[]): SpokenTurn[] {
  const numbers = new Map<string, number>()
  const turns: SpokenTurn[] = []
  for (const [index, { start, end, text }] of said.entries()) {
    const who = speakers[index] ?? ''
    const speaker = numbers.get(who) ?? numbers.size + 1
    numbers.set(who, speaker)
    const last = turns.at(-1)
    if (last?.speaker === speaker && start - last.end < shortestPause && end - last.start <= longestTurn) {
      last.end = Math.max(last.end, end)
      last.text = `${last.text} ${text}`
    } else turns.push({ start, end, speaker, text })
  }
  return turns
}
