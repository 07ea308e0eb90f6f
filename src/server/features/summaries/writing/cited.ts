import { withOnlyLinks } from '../../../platform/model/links'
import { tame } from '../../../platform/model/tame'

/** A line of a summary: its sentences, each followed by its citations. */
export interface CitedLine {
  isItem: boolean
  sentences: string[]
}

interface Rules {
  /** The allowed citations as markdown, by their address. */
  citations: ReadonlyMap<string, string>
  language: string
  /** The most sentences. */
  atMost: number
}

const longestSentence = 600
const citationsOfOne = 4

/** Replaces a citation while sentences are split, using characters that cannot occur otherwise. */
const mark = (number: number) => `\uE000${number}\uE001`
const citation = /!?\[[^\]]{0,200}\]\(\s*<?(#\/docs\/[^\s()<>]{1,100})>?[^()]{0,200}\)/g
const marks = /\uE000(\d+)\uE001/g
/** Where a sentence certainly ends, also before lower case: at a full stop beside citations. */
const ends =
  /(?:\uE000\d+\uE001[\s,;)]*)+[.!?।]+(?=\s)|(?<![.!?।])[.!?।]+["'”)*]*\s*(?:\uE000\d+\uE001[\s,;]*)+(?=\s|$)/g
const leadingMarks = /^(?:[\s,;.()]*\uE000\d+\uE001)+[\s.,;)]*/

/**
 * The usable part of a summary that a model wrote: sentences that cite given sources, with their citations moved to the
 * end and everything except words and bold removed.
 */
export function citedLines(text: string, rules: Rules): CitedLine[] {
  const segmenter = new Intl.Segmenter(rules.language, { granularity: 'sentence' })
  let room = rules.atMost
  const lines: CitedLine[] = []
  for (const line of text.replace(/[\uE000\uE001]/g, '').split(/\r?\n/)) {
    const sentences = room === 0 ? [] : sentencesOf(line, rules, segmenter).slice(0, room)
    room -= sentences.length
    if (sentences.length > 0) lines.push({ isItem: /^\s*(?:[-*+]|\d+[.)])\s/.test(line), sentences })
  }
  return lines
}

/** Lines as markdown: consecutive items form a list, everything else a paragraph. */
export function markdownOf(lines: readonly CitedLine[]): string {
  return lines
    .map(({ isItem, sentences }, index) => {
      const follows = isItem && lines[index - 1]?.isItem
      const before = index === 0 ? '' : follows ? '\n' : '\n\n'
      return `${before}${isItem ? '- ' : ''}${sentences.join(' ')}`
    })
    .join('')
}

function sentencesOf(line: string, { citations }: Rules, segmenter: Intl.Segmenter): string[] {
  const found: string[] = []
  const marked = line.replace(citation, (_, address: string) => mark(found.push(address) - 1))
  if (found.length === 0) return []
  const plainly = withOnlyLinks(marked, () => false)
    .replace(/<[^<>]*>/g, ' ')
    .replace(ends, '$&\n')
  const said = withTrailingMarks([...segmenter.segment(plainly)])
  return said.flatMap(sentence => {
    const cited = [...sentence.matchAll(marks)].map(([, number]) => citations.get(found[Number(number)] ?? ''))
    const words = tame(sentence.replace(marks, ' ').replace(/\(\s*[,;]?\s*\)/g, ' '))
    // An unknown citation may be the source of the rest of the sentence.
    if (
      cited.length === 0 ||
      cited.includes(undefined) ||
      words.length > longestSentence ||
      !/[\p{L}\p{N}]/u.test(words)
    )
      return []
    return `${words} ${[...new Set(cited)].slice(0, citationsOfOne).join(' ')}`
  })
}

/** Sentences with the citations that follow their full stop. */
function withTrailingMarks(segments: readonly { segment: string }[]): string[] {
  const sentences: string[] = []
  for (const { segment } of segments) {
    const trailing = sentences.length > 0 ? (leadingMarks.exec(segment)?.[0] ?? '') : ''
    if (trailing) sentences[sentences.length - 1] += ` ${trailing}`
    const rest = segment.slice(trailing.length)
    if (rest.trim()) sentences.push(rest)
  }
  return sentences
}
