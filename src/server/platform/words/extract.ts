import type { Log } from '#shared/contract/logs/log'
import { logTitle, repeatsWords } from '#shared/rules/log-title'

/** What sentences are taken from: a log, or what somebody said. */
export interface Passage {
  title: string
  content: string
  created_at: string
  /** Only whether there are any. */
  labels: readonly unknown[]
}

/** Characters that are read of passages in all, where they are long; of each at least so many. */
const readInAll = 200_000
const readOfEach = 500

/**
 * Passages as far as they are read: all of them, of long ones the beginning. Looking through 200 logs of 50,000 characters would hold up
 * everybody else for seconds.
 */
export function asFarAsRead<P extends Passage>(passages: readonly P[]): readonly P[] {
  const length = passages.reduce((sum, { content }) => sum + content.length, 0)
  if (length <= readInAll) return passages
  // What short ones leave is the long ones'.
  const each = Math.max(readOfEach, fairShare(passages.map(({ content }) => content.length)))
  return passages.map(passage =>
    passage.content.length <= each ? passage : { ...passage, content: passage.content.slice(0, each) },
  )
}

/** The most that each may have so that all together have no more than is read in all. */
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

/** A sentence that stands for others, and the log it is taken from. */
export interface Extract<P extends Passage = Log> {
  sentence: string
  log: P
}

const longest = 240

/**
 * Markdown reduced to its words, so that a quoted sentence carries no marks, links or pictures. Each expression stops where it could
 * begin again, so that no text is looked through twice.
 */
export function plain(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, ' ')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/^[\s>#*+-]+/gm, '')
    .replace(/[*_`~|]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A full stop ends a sentence where a space follows it: not in a figure, a name of a file or an address. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?।])\s+/)
    .map(one => one.trim())
    .filter(one => /[^.!?।\s]/.test(one))

/** The sentence of a log that says what it is about: the title, unless it only repeats how the content begins. */
export function headline(log: Pick<Passage, 'title' | 'content'>): string {
  return shortened(plain(log.title) || plain(log.content))
}

/** Whether a sentence is what a log is called, or what that was taken from: it is not said beside the title [D45]. */
export const isItsTitle = (sentence: string, log: Pick<Passage, 'title' | 'content'>): boolean =>
  sentence === headline(log) ||
  sentence === `${headline(log)}.` ||
  logTitle({ content: sentence, pictures: 0 }) === log.title

export function shortened(text: string): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2))}…`
}

/** What makes a sentence worth more than its words alone. */
interface Interest {
  /** Words that are asked for, lower case. */
  wanted?: readonly string[]
  /** Names, lower case. */
  names?: ReadonlySet<string>
}

/**
 * Picks the sentences that carry the most of what all logs talk about [D25]: words weigh by how many logs use them, a sentence by
 * the mean of its words. Figures, names, labels, being new and what is asked for make it worth more; one too like a chosen one is
 * passed over. Answers them in the order of time.
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
    if (candidate.words.size < 2 || chosen.some(one => one.log === candidate.log || alike(one.words, candidate.words)))
      continue
    chosen.push(candidate)
  }
  return chosen
    .sort((one, other) => one.log.created_at.localeCompare(other.log.created_at))
    .map(({ sentence, log }) => ({ sentence, log }))
}

/** Words that several logs use, most used first. */
export function topWords(logs: readonly Passage[], stopWords: ReadonlySet<string>, atMost: number): string[] {
  return [...weightsOf(asFarAsRead(logs), stopWords)]
    .filter(([word, count]) => count > 1 && word.length > 2)
    .sort(([, one], [, other]) => other - one)
    .slice(0, atMost)
    .map(([word]) => word)
}

/** Whether a word is like one that is asked for. Each word is compared once, however often it stands in the texts. */
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

/** Words are alike when one begins with the other, as the forms of a word mostly do. */
const isAlike = (one: string, other: string) =>
  one === other || (Math.min(one.length, other.length) > 3 && (one.startsWith(other) || other.startsWith(one)))

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
