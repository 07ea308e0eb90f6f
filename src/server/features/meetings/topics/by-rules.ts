import type { Topic } from '#shared/contract/meetings/endpoints'
import { folded, stemOf } from '../../../platform/words/fold'
import { stopWordsOfAll } from '../../../platform/words/stop-words.data'
import { hasTopics, inOrder, type Turn } from './topic'

/** Words on each side of a place that are compared with each other. */
const compared = 45
/** The fewest words of a topic. */
const shortest = 30
/** How far the cohesion must fall at a place, and how low, for a topic to begin there. */
const leastFall = 0.25
const mostCohesion = 0.2
/** The most topics, without the first. */
const mostBorders = 19
/** Words of a title, and how often a word must be said to be in one. */
const titleWords = 3
const leastSaid = 2

interface Said {
  stem: string
  word: string
}

/**
 * The topics of a meeting by the words that are said: one begins where people stop to say the words of the last one
 * (TextTiling by Hearst), and is named with the words that it repeats and others do not. Where the words do not part, or
 * a part repeats no word of its own, there are no topics.
 */
export function topicsByRules(turns: readonly Turn[]): Topic[] {
  const spoken = turns.filter(({ text }) => text.trim() !== '')
  if (!hasTopics(spoken)) return []
  const said = spoken.map(({ text }) => wordsIn(text))
  const borders = bordersIn(said)
  const starts = [0, ...borders]
  const all = counted(said.flat())
  const titles = starts.map((from, at) => titleOf(said.slice(from, starts[at + 1]).flat(), all))
  if (titles.includes(null)) return []
  return inOrder(starts.map((turn, at) => ({ start: spoken[turn]?.start ?? 0, title: titles[at] ?? '' })))
}

function wordsIn(text: string): Said[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap(word => {
    const lower = word.toLowerCase()
    return lower.length < 3 || stopWordsOfAll.has(lower) || !/\p{L}/u.test(lower)
      ? []
      : [{ stem: stemOf(folded(lower)), word }]
  })
}

/** The turns at which a topic begins, without the first. */
function bordersIn(said: readonly (readonly Said[])[]): number[] {
  let all = 0
  const before = said.map(({ length }) => {
    all += length
    return all - length
  })
  const places = said.map((_, at) => at).slice(1)
  const cohesion = new Map(places.map(at => [at, likeness(side(said, at, -1), side(said, at, 1))]))
  const value = (at: number) => cohesion.get(at) ?? 0
  const fall = (at: number) => peak(value, at, -1, said.length) + peak(value, at, 1, said.length) - 2 * value(at)
  const chosen: number[] = []
  const candidates = places
    .filter(at => value(at) <= mostCohesion)
    .map(at => ({ at, fall: fall(at) }))
    .filter(candidate => candidate.fall >= leastFall)
    .sort((candidate, other) => other.fall - candidate.fall)
  for (const { at } of candidates) {
    if (chosen.length >= mostBorders) break
    const ends = [0, ...chosen, said.length].map(turn => before[turn] ?? all)
    if (ends.every(end => Math.abs(end - (before[at] ?? 0)) >= shortest)) chosen.push(at)
  }
  return chosen.sort((at, other) => at - other)
}

/** The words before or after a turn. */
function side(said: readonly (readonly Said[])[], at: number, step: 1 | -1): Said[] {
  const words: Said[] = []
  for (let turn = step > 0 ? at : at - 1; said[turn] && words.length < compared; turn += step)
    words.push(...(said[turn] ?? []))
  return words
}

/** How alike two parts are, from 0 to 1: the cosine of how often they use each word. */
function likeness(first: readonly Said[], second: readonly Said[]): number {
  const [one, other] = [counted(first), counted(second)]
  let product = 0
  for (const [stem, count] of one) product += count * (other.get(stem) ?? 0)
  const length = (counts: ReadonlyMap<string, number>) =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0))
  return product / Math.max(1, length(one) * length(other))
}

const counted = (words: readonly Said[]) => {
  const counts = new Map<string, number>()
  for (const { stem } of words) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

/** The next height that the cohesion climbs to from a place. */
function peak(value: (at: number) => number, at: number, step: 1 | -1, end: number): number {
  let highest = value(at)
  for (let next = at + step; next > 0 && next < end && value(next) >= highest; next += step) highest = value(next)
  return highest
}

/** The words that a part repeats and the others hardly say; null if it has none. */
function titleOf(part: readonly Said[], all: ReadonlyMap<string, number>): string | null {
  const own = counted(part)
  const words = [...own]
    .filter(([stem, count]) => count >= leastSaid && count > 2 * ((all.get(stem) ?? 0) - count))
    .sort(([, count], [, other]) => other - count)
    .slice(0, titleWords)
    .map(([stem]) => part.find(said => said.stem === stem)?.word ?? '')
  if (words.length === 0) return null
  const title = words.join(', ')
  return title.charAt(0).toLocaleUpperCase() + title.slice(1)
}
