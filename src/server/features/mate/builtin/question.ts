import type { MemberContext } from '../../../platform/request-context'
import { documentsNamedIn } from '../../documents/service'
import { labelsNamedIn } from '../../graphs/service'
import { peopleNamedIn } from '../../organisations/service'
import * as store from '../store'
import { phrasesForQuestion } from './languages'
import type { Phrases } from './phrases'
import { type Ask, type Understood, understand } from './understand'

/** A parsed question in the language in which it is answered. */
export interface Parsed {
  asked: Understood
  phrases: Phrases
}

/** Parses a question on its own. Names in it are only looked up, so they do not count as read. */
export async function parseQuestion(ctx: MemberContext, question: string, isAhead = false): Promise<Parsed> {
  const phrases = phrasesForQuestion(question, ctx.caller.language)
  const [people, documents, labels] = await Promise.all([
    peopleNamedIn(ctx, question),
    documentsNamedIn(ctx, question),
    labelsNamedIn(ctx, question),
  ])
  const asker = { id: ctx.caller.user_id, name: ctx.caller.displayname }
  const known = { people, documents, labels, asker, isAhead }
  return { asked: understand(question, phrases, known, ctx.now, ctx.caller.timezone), phrases }
}

/** How many messages are read for what a question continues. */
const mostMessages = 40

/**
 * Parses a question with what it continues: “and yesterday?”, “only Tom’s”, “how many?” keep the kind, people, documents,
 * times and words of the questions before them that they do not replace.
 */
export async function parseInConversation(
  ctx: MemberContext,
  { question, message_id }: { question: string; message_id: number },
): Promise<Parsed> {
  const parsed = await parseQuestion(ctx, question)
  if (!isFollowUp(question, parsed)) return parsed
  const rows = await store.messages(ctx, message_id, mostMessages)
  const [, ...before] = rows.filter(row => !row.is_from_ai).map(row => row.text)
  const chain = [parsed]
  for (const text of before) {
    const previous = await parseQuestion(ctx, text)
    chain.unshift(previous)
    if (!isFollowUp(text, previous)) break
  }
  if (!chain[0]?.asked.isAhead) return chain.reduce(continued)
  // After a question about what is to be done, days are those to come.
  const ahead = await Promise.all(
    [question, ...before].slice(0, chain.length).map(text => parseQuestion(ctx, text, true)),
  )
  return ahead.reverse().reduce(continued)
}

/** Kinds that mean nothing without a subject. */
const needSubject: ReadonlySet<Ask> = new Set(['count', 'whoWrote', 'where', 'when', 'last', 'first', 'people'])

const standAlone: ReadonlySet<Ask> = new Set(['help', 'greeting', 'thanks', 'news', 'open', 'logbooks'])

/** The most words of a question that continues another without saying so. */
const mostWords = 2

function isFollowUp(question: string, parsed: Parsed): boolean {
  const { asked, phrases } = parsed
  const { ask, text, words, people, documents, spans, labels } = asked
  if (standAlone.has(ask)) return false
  if (asked.isContinuing) return true
  if (words.length > 0 || labels.length > 0) return false
  const isBare = people.length + documents.length + spans.length === 0
  if (phrases.followUp.refers.test(text)) return isBare
  if (ask === 'unknown' || isTimeToCome(parsed)) return spans.length > 0 && people.length + documents.length === 0
  return isBare && needSubject.has(ask) && question.trim().split(/\s+/).length <= mostWords
}

/** Whether it is about what is to be done only because it names a time to come. */
const isTimeToCome = ({ asked, phrases }: Parsed) => asked.ask === 'planned' && !phrases.asks.planned.test(asked.text)

/** Other words after a question about what is to be done are about something else. */
const isAboutElse = (base: Understood, next: Understood) =>
  base.ask === 'planned' && next.ask === 'unknown' && next.words.length > 0

/** A question that continues another: what it names replaces what the other one names, and the rest stays. */
function continued({ asked: base }: Parsed, parsed: Parsed): Parsed {
  const { asked: next, phrases } = parsed
  if (standAlone.has(base.ask) || isAboutElse(base, next)) return { asked: next, phrases }
  if (phrases.followUp.more.test(next.text)) return { asked: { ...base, part: base.part + 1 }, phrases }
  const keepsKind =
    next.ask === 'unknown' ||
    isTimeToCome(parsed) ||
    (next.ask === 'logs' && base.ask !== 'unknown' && next.words.length === 0)
  const either = <T>(named: T[], before: T[]) => (named.length > 0 ? named : before)
  const asked: Understood = {
    ...next,
    // “How many?” after “Who is here?” counts the people.
    ask: keepsKind || (base.ask === 'people' && next.ask === 'count') ? base.ask : next.ask,
    text: next.text === '' ? base.text : next.text,
    texts: keepsKind || next.ask === 'count' ? [...next.texts, ...base.texts] : next.texts,
    questions: [...next.questions, ...base.questions],
    isAhead: next.isAhead || base.isAhead,
    spans: either(next.spans, base.spans),
    people: either(next.people, base.people),
    documents: either(next.documents, base.documents),
    labels: next.words.length > 0 ? [] : either(next.labels, base.labels),
    words: next.labels.length > 0 ? [] : either(next.words, base.words),
    org_role: next.org_role ?? base.org_role,
    by: next.by ?? (keepsKind ? base.by : undefined),
    order: keepsKind ? base.order : next.order,
    limit: next.limit ?? (keepsKind ? base.limit : undefined),
  }
  return { asked, phrases }
}
