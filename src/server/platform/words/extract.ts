import type { Log } from '#shared/contract/logs/log'
import { logTitle, repeatsWords } from '#shared/rules/log-title'

/** The source of sentences: a log, or a segment of a transcript. */
export interface Passage {
  title: string
  content: string
  created_at: string
  /** Only their existence matters. */
  labels: readonly unknown[]
}

/** Characters that are read of all passages together, and at least of each. */
const readInAll = 200_000
const readOfEach = 500

/**
 * Passages shortened to what is read: short ones completely, long ones up to their share. Reading 200 logs of 50,000
 * characters would block others for seconds.
 */
export function asFarAsRead<P extends Passage>(passages: readonly P[]): readonly P[] {
  const length = passages.reduce((sum, { content }) => sum + content.length, 0)
  if (length <= readInAll) return passages
  // Long passages share what short ones leave.
  const each = Math.max(readOfEach, fairShare(passages.map(({ content }) => content.length)))
  return passages.map(passage =>
    passage.content.length <= each ? passage : { ...passage, content: passage.content.slice(0, each) },
  )
}

/** The largest share for each so that all together stay within the limit. */
function fairShare(lengths: readonly number[]): number {
  let left = readInAll
  const sorted = [...lengths].sort((length, other) => length - other)
  for (const [index, length] of sorted.entries()) {
    const share = left / (sorted.length - index)
    if (length > share) return Math.floor(share)
    left -= length
  }
  return readInAll
}

/** A sentence that represents others, and the log it is taken from. */
export interface Extract<P extends Passage = Log> {
  sentence: string
  log: P
}

const longest = 240

/** The beginning of a task in a list. */
export const tasks = /^[ \t]*[*+-][ \t]+\[([ xX])\][ \t]+/gm

/** The line between the head and the rows of a table. */
export const tableRules = /^[ \t]*\|[ \t:|-]*$/gm

/** The box that stands for the beginning of a task where a text has no marks. */
export const boxOf = (_beginning: string, mark: string): string => (mark === ' ' ? '☐ ' : '☑ ')

/**
 * Markdown reduced to its words, so that a quoted sentence carries no marks, links or pictures. No expression can match
 * where it has already searched, so the time stays linear.
 */
export function plain(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, ' ')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]*>/g, ' ')
    .replace(tasks, boxOf)
    .replace(tableRules, '')
    .replace(/^[\s>#*+-]+/gm, '')
    .replace(/[*_`~|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const months = '(?:jan|feb|mär|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec|ene|abr|ago|dic)'
const dayBefore = '(?<=(?<!\\p{N})\\d{1,2}\\.)'
const monthBefore = `(?<=(?<!\\p{N})\\d{1,2}\\.?\\s${months}\\p{L}{0,2}\\.)`

/** The space behind a sentence: not the one behind the number of a list, or in a date such as “21. Nov. 2026”. */
const behindSentence = new RegExp(
  `(?<=[.!?।])(?<!^\\d{1,2}\\.)(?!${dayBefore}\\s+${months})(?!${monthBefore})\\s+`,
  'iu',
)

/** A full stop ends a sentence only if a space follows: not in a number, a file name or a URL. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(behindSentence)
    .map(part => part.trim())
    .filter(part => /[^.!?।\s]/.test(part))

/** The sentence that says what a log is about: the title, unless it only repeats the beginning of the content. */
export function headline(log: Pick<Passage, 'title' | 'content'>): string {
  return shortened(plain(log.title) || plain(log.content))
}

/**
 * Whether a sentence repeats the title of a log, or is the one the title was taken from; it is not shown beside the
 * title [D45].
 */
export const isItsTitle = (sentence: string, log: Pick<Passage, 'title' | 'content'>): boolean =>
  sentence === headline(log) ||
  sentence === `${headline(log)}.` ||
  logTitle({ content: sentence, pictures: 0 }) === log.title

export function shortened(text: string): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2))}…`
}

/** What increases the score of a sentence beyond its words. */
interface Interest {
  /** Requested words, in lower case. */
  wanted?: readonly string[]
  /** Names, in lower case. */
  names?: ReadonlySet<string>
}

/**
 * Selects the sentences that represent all logs best [D25]: words weigh by how many logs use them, a sentence by the
 * mean of its words. Numbers, names, labels, recency and requested words increase the score; a sentence too similar to
 * a selected one is skipped. Returns them in the order of time.
 */
export function extractFrom<P extends Passage>(
  passages: readonly P[],
  stopWords: ReadonlySet<string>,
  atMost: number,
  { wanted = [], names }: Interest = {},
): Extract<P>[] {
  const logs = asFarAsRead(passages)
  const weights = weightsOf(logs, stopWords)
  const heaviest = Math.max(1, ...weights.values())
  const isWanted = wantedAmong(wanted)
  const byTime = [...logs].sort((log, other) => log.created_at.localeCompare(other.created_at))
  const candidates = byTime.flatMap((log, place) =>
    sentencesOf(plain(repeatsWords(log) ? log.content : `${log.title}. ${log.content}`)).map(sentence => {
      const words = wordsOf(sentence, stopWords)
      const mean = words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / (words.length + 3)
      const asked = words.filter(isWanted).length
      const worth =
        1 +
        (/\p{N}/u.test(sentence) ? 0.2 : 0) +
        (words.some(word => names?.has(word)) ? 0.2 : 0) +
        (log.labels.length > 0 ? 0.2 : 0) +
        (0.3 * (place + 1)) / byTime.length
      const score = mean * worth + (heaviest * Math.min(asked, 2)) / 2
      return { sentence: shortened(sentence), log, words: new Set(words), score }
    }),
  )
  candidates.sort((candidate, other) => other.score - candidate.score)
  const chosen: typeof candidates = []
  for (const candidate of candidates) {
    if (chosen.length >= atMost) break
    if (
      candidate.words.size < 2 ||
      chosen.some(selected => selected.log === candidate.log || alike(selected.words, candidate.words))
    )
      continue
    chosen.push(candidate)
  }
  return chosen
    .sort((first, other) => first.log.created_at.localeCompare(other.log.created_at))
    .map(({ sentence, log }) => ({ sentence, log }))
}

/** Words that several logs use, most used first. */
export function topWords(logs: readonly Passage[], stopWords: ReadonlySet<string>, atMost: number): string[] {
  return [...weightsOf(asFarAsRead(logs), stopWords)]
    .filter(([word, count]) => count > 1 && word.length > 2)
    .sort(([, firstCount], [, other]) => other - firstCount)
    .slice(0, atMost)
    .map(([word]) => word)
}

/** Whether a word resembles a requested one. Each word is compared once, however often it occurs. */
function wantedAmong(wanted: readonly string[]): (word: string) => boolean {
  const different = [...new Set(wanted)]
  const known = new Map<string, boolean>()
  return word => {
    const before = known.get(word)
    if (before !== undefined) return before
    const isWanted = different.some(other => isAlike(other, word))
    known.set(word, isWanted)
    return isWanted
  }
}

/** Words are similar if one begins with the other, as inflected forms mostly do. */
const isAlike = (word: string, other: string) =>
  word === other || (Math.min(word.length, other.length) > 3 && (word.startsWith(other) || other.startsWith(word)))

function weightsOf(logs: readonly Passage[], stopWords: ReadonlySet<string>): Map<string, number> {
  const weights = new Map<string, number>()
  for (const log of logs) {
    for (const word of new Set(wordsOf(plain(`${log.title} ${log.content}`), stopWords)))
      weights.set(word, (weights.get(word) ?? 0) + 1)
  }
  return weights
}

export function wordsOf(text: string, stopWords: ReadonlySet<string>): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(
    word => word.length > 1 && !stopWords.has(word),
  )
}

function alike(readonlySet: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...readonlySet].filter(word => other.has(word)).length
  return shared / Math.min(readonlySet.size, other.size) > 0.6
}
