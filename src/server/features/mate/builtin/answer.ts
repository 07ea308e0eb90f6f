import type { Log } from '#shared/contract/logs/log'
import type { MessageDetails, Reference } from '#shared/contract/mate/endpoints'
import { mate } from '#shared/contract/mate/limits'
import { registryOf } from '../../../platform/registry'
import type { MemberContext } from '../../../platform/request-context'
import { runAsMember } from '../../../platform/run-as'
import { openAction, type ParsedQuestion } from '../../../platform/tool'
import { documentsFor, documentsNamedIn } from '../../documents/service'
import { hasLogs } from '../../logs/service'
import { logReference } from '../tools'
import type { Details, Writing } from '../writing'
import { writeComparison, writeCount, writeRanking, writeWhere, writeWriters } from './composers/counts'
import { writeHelp, writeLogbooks, writeOpen, writePeople, writePlanned } from './composers/directory'
import { writeFirst, writeIsDone, writeLast, writeLogs } from './composers/logs'
import { writeFound } from './composers/search'
import { writeSummary } from './composers/summary'
import { type Compose, type Composing, filtersOf, type Offer, spoken } from './composing'
import { answerGuest } from './guest/answer'
import { languageOf, phrasesForQuestion } from './languages'
import { type ReadSources, toolCaller } from './look-up'
import { logToWrite, propose, proposeRequested, requestedAction } from './propose'
import { type Parsed, parseInConversation, parseQuestion } from './question'
import type { Ask } from './understand'

const composers: Record<Ask, Compose> = {
  help: writeHelp,
  greeting: async ({ at: ctx, writing, phrases }) => writing.say(phrases.say.greeting(ctx.caller.displayname)),
  thanks: async ({ writing, phrases }) => writing.say(phrases.say.thanks),
  planned: writePlanned,
  open: writeOpen,
  news: writeLogs,
  summary: writeSummary,
  compare: writeComparison,
  ranking: writeRanking,
  count: writeCount,
  whoWrote: writeWriters,
  where: writeWhere,
  isDone: writeIsDone,
  when: writeLast,
  last: writeLast,
  first: writeFirst,
  people: writePeople,
  logbooks: writeLogbooks,
  logs: writeLogs,
  unknown: writeFound,
}

/** Kinds that are understood before any tool of a feature is asked. */
const ownKinds: ReadonlySet<Ask> = new Set(['help', 'greeting', 'thanks', 'open'])

/** Kinds that have an answer whether or not there are logs. */
const answeredWithoutLogs: ReadonlySet<Ask> = new Set([...ownKinds, 'planned', 'people'])

/**
 * Whether built-in Mate understands a question and finds something to answer it with, with the rights of the caller.
 */
export async function findsAnswer(ctx: MemberContext, question: string): Promise<boolean> {
  const parsed = await parseQuestion(ctx, question)
  const { asked } = parsed
  if (answeredWithoutLogs.has(asked.ask) || (await toolFor(ctx, parsed))) return true
  if (asked.ask === 'unknown') return false
  if (asked.ask === 'logbooks') return (await documentsFor(ctx, { limit: 1 })).length > 0
  return hasLogs(ctx, filtersOf(asked))
}

/** The tool of a feature that answers a question, with its input. */
async function toolFor(ctx: MemberContext, { asked, phrases }: Parsed) {
  // “How often was the bay free?” counts a label of that name, and asks for nobody's free time.
  const countsLabels = asked.ask === 'count' && asked.labels.length > 0 && asked.people.length === 0
  if (ownKinds.has(asked.ask) || countsLabels) return undefined
  const [time] = asked.spans
  const parsed: ParsedQuestion = { ...asked, language: languageOf(phrases), time }
  const { tools } = registryOf(ctx.app)
  for (const text of asked.texts) {
    const question = { ...parsed, text }
    for (const tool of tools) {
      const input = await tool.question?.inputFor(ctx, question)
      if (input !== undefined && tool.question) return { tool, input, write: tool.question.write, question }
    }
  }
  if (asked.ask !== 'planned') return undefined
  for (const tool of tools) {
    const input = await tool.question?.planned?.(ctx, parsed)
    if (input !== undefined && tool.question) return { tool, input, write: tool.question.write, question: parsed }
  }
  return undefined
}

/**
 * Mate without a model: understands a fixed set of questions, and those that features answer with their tools, reads with
 * the same tools, and searches for everything else [D25].
 */
export function answerWithoutModel(writing: Writing): Promise<Details> {
  return runAsMember(writing.app, writing.asker, async ctx => {
    if (ctx.member.is_guest) return answerGuest(ctx, writing)
    const phrases = phrasesForQuestion(writing.question, ctx.caller.language)
    const wanted = logToWrite(writing.question, phrases)
    const namesLogbook = wanted !== undefined && (await documentsNamedIn(ctx, wanted.order)).length > 0
    const requested = namesLogbook ? undefined : await requestedAction(ctx, writing.question, phrases)
    if (requested) return proposeRequested(ctx, writing, requested)
    if (wanted) return propose(ctx, writing, phrases, wanted)
    const parsed = await parseInConversation(ctx, writing)
    const { use, read } = toolCaller(ctx, writing)
    const cited = new Map<number, Log>()
    const named: Reference[] = []
    const offers: Offer[] = []
    const composing: Composing = {
      at: ctx,
      writing,
      ...parsed,
      use,
      cite: (...logs) => {
        for (const log of logs) cited.set(log.id, log)
      },
      name: reference => named.push(reference),
      offer: offer => offers.push(offer),
    }
    const claimed = await toolFor(ctx, parsed)
    if (claimed) await answerWithTool(composing, claimed)
    else await composers[parsed.asked.ask](composing)
    return detailsOf({ cited: [...[...cited.values()].map(logReference), ...named], read: read(), offers })
  })
}

type Claimed = NonNullable<Awaited<ReturnType<typeof toolFor>>>

async function answerWithTool(composing: Composing, { tool, input, write, question }: Claimed): Promise<void> {
  const { writing, phrases, use, name } = composing
  const speak = { locale: phrases.locale, time: (instant: string) => spoken(composing, instant) }
  const { text, cited } = write(await use(tool, input, ''), question, speak)
  writing.say(text)
  for (const reference of cited) name(reference)
}

interface Answered {
  /** What the sentences are taken from, in their order. */
  cited: readonly Reference[]
  read: ReadSources
  offers: readonly Offer[]
}

function detailsOf({ cited, read, offers }: Answered): Partial<MessageDetails> {
  const unique = (references: readonly Reference[]) => [
    ...new Map(references.map(reference => [`${reference.kind} ${reference.id}`, reference])).values(),
  ]
  const named = unique(cited)
  const ids = (kind: Reference['kind']) => named.filter(reference => reference.kind === kind).map(({ id }) => id)
  const logbooksOfLogs = named.flatMap(reference => reference.doc_id ?? [])
  return {
    log_ids: ids('log'),
    logbook_ids: [...new Set([...logbooksOfLogs, ...ids('document')])],
    user_ids: ids('person'),
    task_ids: ids('task'),
    message_ids: ids('message'),
    references: unique([...named, ...read.references]).slice(0, mate.references),
    read: read.counts,
    options: offers.map(offer => offer.label),
    actions: offers.flatMap(({ action }, option) => (action ? [openAction(action, option)] : [])),
  }
}
