import type { Language } from '../contract/common'
import type { LogLabel } from '../contract/graphs/label'
import { pastMoment, squeezed } from './quick-task'

export interface QuickLogContext {
  language: Language
  /** Milliseconds. */
  now: number
  /** An IANA time zone. */
  zone: string
  /** The labels of the logbook. */
  labels: readonly LogLabel[]
}

/** What was understood of the text of a log. */
export interface QuickLog {
  /** The text to save. */
  content: string
  /** The same with the words that name the time. */
  whole: string
  /** An ISO instant. */
  happened_at: string | null
  /** The words that name that time. */
  phrase: string | null
  labels: LogLabel[]
}

/** The most words in which a time is said: "on Monday at 2:30 pm". */
const mostWords = 6

/**
 * Reads a log such as "yesterday 14:00 Gate stood open #bay-free". A time is only understood at the beginning, which it
 * leaves, or with its day at the end of the first line, so that no sentence is misread. Labels leave the beginning and
 * the end of the text; between other words they stay as words.
 */
export function parseQuickLog(text: string, context: QuickLogContext): QuickLog {
  const { labels, content } = labelsIn(text, context.labels)
  const moment = momentIn(content, context)
  if (!moment) return { content, whole: content, happened_at: null, phrase: null, labels }
  const { at, phrase, rest } = moment
  return { content: rest, whole: content, happened_at: new Date(at).toISOString(), phrase, labels }
}

function momentIn(content: string, context: QuickLogContext): { at: number; phrase: string; rest: string } | null {
  const firstLine = content.trimStart().split('\n', 1)[0] ?? ''
  const words = [...firstLine.matchAll(/\S+/g)]
  const most = Math.min(mostWords, words.length)
  for (let count = most; count > 0; count -= 1) {
    const last = words[count - 1]
    const end = (last?.index ?? 0) + (last?.[0].length ?? 0)
    const phrase = firstLine.slice(0, end).replace(/[:,;.–—-]+$/, '')
    const rest = content
      .trimStart()
      .slice(end)
      .replace(/^[\s:,–—-]+/, '')
    const moment = pastMoment(phrase, context)
    if (moment && rest.trim() !== '') return { at: moment.at, phrase, rest }
  }
  for (let count = most; count > 1; count -= 1) {
    const phrase = firstLine.slice(words.at(-count)?.index).replace(/[.!?]+\s*$/, '')
    const moment = pastMoment(phrase, context)
    if (moment?.isDayNamed && words.length > count) return { at: moment.at, phrase, rest: content }
  }
  return null
}

const marked = /(?<=^|\s)#([\p{L}\p{M}\p{N}_.-]{1,60})/gu

function labelsIn(text: string, known: readonly LogLabel[]): { labels: LogLabel[]; content: string } {
  const labels: LogLabel[] = []
  let content = text
  // From the end on, so that labels at the end are followed by nothing.
  for (const found of [...text.matchAll(marked)].reverse()) {
    const word = (found[1] ?? '').replace(/[.-]+$/, '')
    const label = known.find(candidate => squeezed(candidate.text) === squeezed(word))
    if (!label) continue
    labels.unshift(label)
    const before = content.slice(0, found.index)
    const after = content.slice(found.index + 1 + word.length)
    if (after.trim() === '') content = before.trimEnd()
    else content = before.trim() === '' ? after.trimStart() : before + label.text + after
  }
  return { labels: [...new Set(labels)], content }
}
