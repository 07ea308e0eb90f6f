import type { SpokenTurn } from './transcriber'

type TimedText = Pick<SpokenTurn, 'start' | 'end' | 'text'>

/**
 * In seconds: one person's turn continues over shorter pauses, up to this length, so that readers can still jump into
 * it.
 */
const shortestPause = 1
const longestTurn = 30

/**
 * Makes turns from segments ordered by time and their speakers. Speakers are numbered from 1 in the order in which they
 * first speak.
 */
export function joinIntoTurns(segments: readonly TimedText[], speakers: readonly string[]): SpokenTurn[] {
  const numbers = new Map<string, number>()
  const turns: SpokenTurn[] = []
  for (const [index, { start, end, text }] of segments.entries()) {
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
