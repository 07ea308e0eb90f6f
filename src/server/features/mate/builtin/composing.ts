import type { Log } from '#shared/contract/logs/log'
import type { Reference } from '#shared/contract/mate/endpoints'
import { logLink, plainWords } from '../../../platform/markdown'
import type { MemberContext } from '../../../platform/request-context'
import { spokenTime } from '../../../platform/spoken-time'
import type { Proposal } from '../../../platform/tool'
import { isItsTitle, plain, sentencesOf, shortened } from '../../../platform/words/extract'
import { folded, stemOf } from '../../../platform/words/fold'
import type { LogFact } from '../tools'
import type { Writing } from '../writing'
import type { Use } from './look-up'
import type { Phrases } from './phrases'
import type { Understood } from './understand'

/** Something that happens once the person presses its option [D26]. */
export interface Offer {
  /** The text of the option. */
  label: string
  action?: Proposal
}

/** What an answer is composed with: the parsed question, the language, and the tools. */
export interface Composing {
  at: MemberContext
  writing: Writing
  phrases: Phrases
  asked: Understood
  use: Use
  /** Records the sources of the sentences, in order. */
  cite(...logs: Log[]): void
  /** Records a person, document or found log that the answer names. */
  name(reference: Reference): void
  /** Adds an option below the answer. */
  offer(offer: Offer): void
}

export type Compose = (composing: Composing) => Promise<void>

/** The filters for the logs that a question is about. */
export function filtersOf({ words, people, documents, labels, spans: [when] }: Understood) {
  return {
    ...(words.length > 0 && { words: words.join(' ') }),
    ...(people.length > 0 && { user_ids: people.map(({ id }) => id) }),
    ...(documents.length > 0 && { doc_ids: documents.map(({ id }) => id) }),
    ...(labels.length > 0 && { labels: labels.map(({ graph_id, label }) => ({ graph_id, label })) }),
    ...(when && { from: when.from, to: when.to }),
  }
}

/** The query of a question about logs. */
export const queryOf = (asked: Understood, limit: number, order: 'newest' | 'oldest' = 'newest') => ({
  limit,
  order,
  ...filtersOf(asked),
})

/** “ about “pads”” and “ in Bay log”, “ by Tom”, “ today”: the parts of a sentence that name the filters. */
export function scopeOf({ words, people, documents, labels, spans }: Understood, { say, locale }: Phrases) {
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const named = (names: readonly { name: string }[]) => list.format(names.map(({ name }) => plainWords(name)))
  const about = [
    words.length > 0 && say.about(plainWords(words.join(' '))),
    labels.length > 0 && say.labelled(list.format(labels.map(({ text }) => plainWords(text)))),
    documents.length > 0 && say.inLogbook(named(documents)),
  ]
  return {
    when: spans[0]?.said ?? '',
    by: people.length > 0 ? say.by(named(people)) : '',
    about: about.filter(part => typeof part === 'string').join(''),
  }
}

/** A part of a sentence on its own, without the comma or space that joins it to the previous part. */
export const alone = (part: string) => part.replace(/^[\s,]+/, '').trimEnd()

/** The scope in the words of the tool that is being used, for the waiting person. */
export function summaryOf(composing: Composing): string {
  const { when, by, about } = scopeOf(composing.asked, composing.phrases)
  return alone(`${about}${by}${when}`)
}

/** An instant in the words of the reader. */
export const spoken = ({ at: ctx, phrases }: Pick<Composing, 'at' | 'phrases'>, instant: string) =>
  spokenTime(instant, ctx.now, ctx.caller.timezone, phrases.locale)

/** When a log was written, and when what it tells of happened, if that is known to be earlier. */
export function timesOf(composing: Composing, { created_at, happened_at }: Log): string {
  const { say } = composing.phrases
  return spoken(composing, created_at) + (happened_at === null ? '' : say.happened(spoken(composing, happened_at)))
}

/** A line for a log: when, who, the link, what its title leaves out, and the logbook unless only one was asked for. */
export function writeLine(composing: Composing, { log, logbook }: LogFact): void {
  const { writing, cite, asked } = composing
  const who = log.created_by ? plainWords(log.created_by.user_displayname) : 'Mate'
  const sentence = sentenceOf(log, asked.words)
  const where = asked.documents.length === 1 || logbook === '' ? '' : ` (${plainWords(logbook)})`
  cite(log)
  writing.say(
    `- ${timesOf(composing, log)}, ${who}: ${logLink(log)}${sentence ? ` ${plainWords(sentence)}` : ''}${where}\n`,
  )
}

/** The sentence of a log with the most of the words, or its first one, unless that is its title. */
function sentenceOf(log: Log, words: readonly string[]): string {
  const stems = words.map(word => stemOf(folded(word)))
  const sentences = sentencesOf(plain(log.content)).filter(sentence => !isItsTitle(sentence, log))
  const count = (sentence: string) => stems.filter(stem => folded(sentence).includes(stem)).length
  const [best] = [...sentences].sort((first, other) => count(other) - count(first))
  return best === undefined ? '' : shortened(best)
}
