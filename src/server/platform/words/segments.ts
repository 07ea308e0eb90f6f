import type { TextPiece } from '#shared/contract/search/endpoints'
import { boxOf, tableRules, tasks } from './extract'
import { folded, wordsIn } from './fold'
import type { Query } from './query'

/** Characters of an excerpt, and how many of them precede the first hit. */
const excerptLength = 180
const before = 50
/** How far into a text the best excerpt is searched. */
const lookedThrough = 100_000

interface Spot {
  from: number
  to: number
  /** The index of the query word. */
  word: number
}

/**
 * The positions of the query's wanted words in a text, including those that only begin with one where that is enough.
 */
function spotsIn(text: string, query: Query, beginnings: 'last' | 'all'): Spot[] {
  const wanted = query.flatMap(group =>
    group
      .filter(term => term.isWanted)
      .flatMap(({ words, isBeginning, isQuoted }) =>
        words.map((word, index) => ({
          word,
          isBeginning: !isQuoted && (beginnings === 'all' || (isBeginning && index === words.length - 1)),
        })),
      ),
  )
  return [...wordsIn(text)].flatMap(({ 0: found, index }) => {
    const plain = folded(found)
    const word = wanted.findIndex(candidate =>
      candidate.isBeginning ? plain.startsWith(candidate.word) : plain === candidate.word,
    )
    return word < 0 ? [] : [{ from: index, to: index + found.length, word }]
  })
}

/** Splits a text into pieces, with hits apart from the rest. */
function cut(text: string, spots: readonly Spot[]): TextPiece[] {
  const pieces: TextPiece[] = []
  let done = 0
  for (const { from, to } of spots) {
    if (from > done) pieces.push({ text: text.slice(done, from), hit: false })
    pieces.push({ text: text.slice(from, to), hit: true })
    done = to
  }
  if (done < text.length) pieces.push({ text: text.slice(done), hit: false })
  return pieces
}

/** A complete name or title, with hits marked. */
export const marked = (text: string, query: Query, beginnings: 'last' | 'all' = 'last'): TextPiece[] =>
  cut(text, spotsIn(text, query, beginnings))

/** The part of a markdown text with the most hits, on one line; the beginning if there are none. */
export function excerptOf(markdown: string, query: Query, beginnings: 'last' | 'all' = 'last'): TextPiece[] {
  const text = plain(markdown.slice(0, lookedThrough))
  const spots = spotsIn(text, query, beginnings)
  const start = startOf(text, spots)
  const end = atWord(text, Math.min(text.length, start + excerptLength))
  const inside = spots
    .filter(({ from, to }) => from >= start && to <= end)
    .map(({ from, to, word }) => ({ from: from - start, to: to - start, word }))
  const pieces = cut(text.slice(start, end), inside)
  return [
    ...(start > 0 ? [{ text: '…', hit: false }] : []),
    ...pieces,
    ...(end < text.length ? [{ text: '…', hit: false }] : []),
  ]
}

/** Where the excerpt begins: shortly before the position that has the most different words within its length. */
function startOf(text: string, spots: readonly Spot[]): number {
  let best = { from: 0, count: 0 }
  spots.forEach(({ from }, index) => {
    const within = spots.slice(index, index + 20).filter(spot => spot.to <= from + excerptLength - before)
    const count = new Set(within.map(spot => spot.word)).size
    if (count > best.count) best = { from, count }
  })
  if (best.from <= before || text.length <= excerptLength) return 0
  const gap = text.indexOf(' ', best.from - before)
  return gap >= 0 && gap < best.from ? gap + 1 : best.from
}

/** Moves the end out of a word, unless the word is endless. */
function atWord(text: string, end: number): number {
  if (end >= text.length) return text.length
  const gap = text.lastIndexOf(' ', end)
  return gap > end - 40 ? gap : end
}

/**
 * Markdown as plain text on one line, without citations of logs and moments. No expression can match where it has
 * already searched, so the time stays linear.
 */
function plain(markdown: string): string {
  return markdown
    .replace(/ ?\[[\d:]+\]\(#\/docs\/\d+\?(?:log|at)=\d+\)/g, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(tasks, boxOf)
    .replace(tableRules, '')
    .replace(/^[ \t]*(?:[>#*+-]+[ \t]+|```.*$)/gm, '')
    .replace(/\*{1,3}|`+|~~/g, '')
    .replace(/[\s\p{Cc}|]+/gu, ' ')
    .trim()
}
