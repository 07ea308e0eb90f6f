import type { Log } from '#shared/contract/logs/log'
import type { Reference } from '#shared/contract/mate/endpoints'
import { repeatsWords } from '#shared/rules/log-title'
import type { MemberContext } from '../../../platform/request-context'
import { runAsMember } from '../../../platform/run-as'
import { wordsOf } from '../../../platform/words/fold'
import { recordDocumentViews } from '../../audit/service'
import { documentsFor, documentsNamedIn } from '../../documents/service'
import { hasLogs } from '../../logs/service'
import { peopleNamedIn } from '../../organisations/service'
import { digestOf } from '../../summaries/service'
import {
  documentLink,
  type HitFact,
  logbooksTool,
  logLink,
  logReference,
  logsTool,
  peopleTool,
  searchTool,
} from '../tools'
import type { Details, Writing } from '../writing'
import { answerGuest } from './guest/answer'
import { phrasesForQuestion } from './languages'
import { toolCaller, type Use } from './look-up'
import type { Phrases } from './phrases'
import { plainWords } from './plain-words'
import { logToWrite, propose } from './propose'
import { type Retrieved, retrieve } from './retrieve'
import { spokenTime } from './time-span'
import { type Understood, understand } from './understand'
import { writeSources } from './write-sources'

/** How many logs are listed, how many are read to count writers, and how many for a summary. */
const shown = 10
const readForSummary = 200
const sentences = 6
/** How many of the most frequent words a summary names. */
const topics = 5
/** How many moments of meetings are shown. */
const moments = 5
/** How many logbooks and documents are offered when nothing was found. */
const offered = 3

/** What an answer is composed with: the parsed question, the language, and the tools. */
interface Composing {
  at: MemberContext
  writing: Writing
  phrases: Phrases
  asked: Understood
  use: Use
  /** Records the sources of the sentences, in order. */
  cite(...logs: Log[]): void
  /** Records a person, document or found log that the answer names. */
  name(reference: Reference): void
}

const asksLogs: ReadonlySet<Understood['ask']> = new Set(['news', 'logs', 'count', 'whoWrote', 'summary'])

/**
 * Whether built-in Mate understands a question and finds something to answer it with, with the rights of the caller.
 */
export async function findsAnswer(ctx: MemberContext, question: string): Promise<boolean> {
  const asked = await parseQuestion(ctx, question)
  if (asked.ask === 'unknown') return false
  if (asked.ask === 'logbooks') return (await documentsFor(ctx, { limit: 1 })).length > 0
  return !asksLogs.has(asked.ask) || hasLogs(ctx, filtersOf(asked))
}

async function parseQuestion(ctx: MemberContext, question: string): Promise<Understood> {
  const [people, logbooks] = await Promise.all([peopleNamedIn(ctx, question), documentsNamedIn(ctx, question)])
  const asker = { id: ctx.caller.user_id, name: ctx.caller.displayname }
  return understand(
    question,
    phrasesForQuestion(question, ctx.caller.language),
    { people, logbooks, asker },
    ctx.now,
    ctx.caller.timezone,
  )
}

/**
 * Mate without a model: understands a fixed set of questions, reads with the same tools, and says so when it does not
 * understand [D25].
 */
export function answerWithoutModel(writing: Writing): Promise<Details> {
  return runAsMember(writing.app, writing.asker, async ctx => {
    if (ctx.member.is_guest) return answerGuest(ctx, writing)
    const phrases = phrasesForQuestion(writing.question, ctx.caller.language)
    const wanted = logToWrite(writing.question, phrases)
    if (wanted) return propose(ctx, writing, phrases, wanted)
    const { use, read } = toolCaller(ctx, writing)
    const cited = new Map<number, Log>()
    const named: Reference[] = []
    // Names in the question are only looked up, so they do not count as read.
    const asked = await parseQuestion(ctx, writing.question)
    const composing: Composing = {
      at: ctx,
      writing,
      phrases,
      asked,
      use,
      cite: (...logs) => {
        for (const log of logs) cited.set(log.id, log)
      },
      name: reference => named.push(reference),
    }
    await composers[asked.ask](composing)
    const references = unique([...[...cited.values()].map(logReference), ...named])
    const ids = (kind: Reference['kind']) => references.filter(found => found.kind === kind).map(found => found.id)
    const logbooksOfLogs = references.flatMap(found => found.doc_id ?? [])
    return {
      log_ids: ids('log'),
      logbook_ids: [...new Set([...logbooksOfLogs, ...ids('document')])],
      user_ids: ids('person'),
      references,
      read: read(),
    }
  })
}

const unique = (references: readonly Reference[]) => [
  ...new Map(references.map(found => [`${found.kind} ${found.id}`, found])).values(),
]

type Compose = (composing: Composing) => Promise<void>

const composers: Record<Understood['ask'], Compose> = {
  help: async ({ writing, phrases }) => writing.say(phrases.say.help),
  greeting: async ({ at: ctx, writing, phrases }) => writing.say(phrases.say.greeting(ctx.caller.displayname)),
  thanks: async ({ writing, phrases }) => writing.say(phrases.say.thanks),
  news: writeLogs,
  sources: ({ at: ctx, writing, phrases, use }) => writeSources(ctx, writing, phrases, use),
  people: writePeople,
  logbooks: writeLogbooks,
  logs: writeLogs,
  count: writeCount,
  whoWrote: writeWriters,
  summary: writeSummary,
  unknown: writeUnknown,
}

async function writePeople({ writing, phrases, asked, use, name: refer }: Composing): Promise<void> {
  const { say } = phrases
  const query = asked.person?.name ?? (asked.words.join(' ') || undefined)
  const { people, total } = await use(peopleTool, { query, org_role: asked.org_role }, '')
  if (people.length === 0) return writing.say(say.peopleNone)
  writing.say(`${say.people(total)}\n\n`)
  for (const { id, name, org_role, roles, branches } of people) {
    refer({ kind: 'person', id, title: name })
    const about = [say.org_role[org_role], ...roles, ...branches].map(plainWords).join(', ')
    writing.say(`- **${plainWords(name)}**, ${about}\n`)
  }
  if (total > people.length) writing.say(`\n${say.morePeople(total - people.length)}`)
}

async function writeLogbooks({ at: ctx, writing, phrases, asked, use, name: refer }: Composing): Promise<void> {
  const { documents, total } = await use(logbooksTool, { query: asked.words.join(' ') || undefined }, '')
  if (documents.length === 0) return writing.say(phrases.say.logbooksNone)
  writing.say(`${phrases.say.logbooks(total)}\n\n`)
  for (const { id, name, last_written_at } of documents) {
    refer({ kind: 'document', id, title: name })
    writing.say(
      `- ${documentLink(id, name)}, ${spokenTime(last_written_at, ctx.now, ctx.caller.timezone, phrases.locale)}\n`,
    )
  }
  if (total > documents.length) writing.say(`\n${phrases.say.moreLogbooks(total - documents.length)}`)
}

/** The filters for the logs that a question is about. */
function filtersOf(asked: Understood) {
  return {
    ...(asked.words.length > 0 && { words: asked.words.join(' ') }),
    ...(asked.person && { user_ids: [asked.person.id] }),
    ...(asked.logbook && { doc_ids: [asked.logbook.id] }),
    ...(asked.when && { from: asked.when.from, to: asked.when.to }),
  }
}

/** The query of a question about logs. */
const queryOf = ({ asked }: Composing, limit: number) => ({ limit, ...filtersOf(asked) })

/** “ about “pads”” and “ in Bay log”, “ by Tom”, “ today”: the parts of a sentence that name the filters. */
function scopeOf({ asked, phrases: { say } }: Composing) {
  return {
    when: asked.when?.said ?? '',
    by: asked.person ? say.by(plainWords(asked.person.name)) : '',
    about: `${asked.words.length > 0 ? say.about(asked.words.join(' ')) : ''}${asked.logbook ? say.inLogbook(plainWords(asked.logbook.name)) : ''}`,
  }
}

/** When a log was written, and when what it tells of happened, if that is known to be earlier. */
function timesOf(ctx: MemberContext, { say, locale }: Phrases, { created_at, happened_at }: Log): string {
  const spoken = (instant: string) => spokenTime(instant, ctx.now, ctx.caller.timezone, locale)
  return spoken(created_at) + (happened_at === null ? '' : say.happened(spoken(happened_at)))
}

function writeLine({ at: ctx, writing, phrases, cite }: Composing, log: Log): void {
  const time = timesOf(ctx, phrases, log)
  const who = log.created_by ? plainWords(log.created_by.user_displayname) : 'Mate'
  cite(log)
  writing.say(`- ${time}, ${who}: ${logLink(log)}\n`)
}

const withoutFullStop = (sentence: string) => sentence.replace(/(?<!\.)[.।]$/u, '')

/** A part of a sentence on its own, without the comma or space that joins it to the previous part. */
const alone = (part: string) => part.replace(/^[\s,]+/, '').trimEnd()

async function writeLogs(composing: Composing): Promise<void> {
  const { writing, phrases, use } = composing
  const { when, by, about } = scopeOf(composing)
  const { logs, total } = await use(logsTool, queryOf(composing, shown), alone(`${about}${by}${when}`))
  if (logs.length === 0) writing.say(phrases.say.logsNone(when, by, about))
  else writing.say(`${phrases.say.logs(logs.length, total > logs.length, when, by, about)}\n\n`)
  for (const { log } of logs) writeLine(composing, log)
  const hasTranscripts = await writeTranscripts(composing)
  const words = searchedWords(composing.asked)
  if (logs.length > 0 || hasTranscripts || words.length === 0) return
  // What was asked for as a log may be a page, a graph or a person.
  const retrieved = await retrieve(use, words, composing.asked.when)
  if (retrieved.hits.length === 0) return
  writing.say('\n\n')
  writeRetrieved(composing, retrieved)
}

/**
 * What was said in meetings with the words, with links to the moments. A question about a writer or a logbook is about
 * logs alone.
 */
async function writeTranscripts({ at: ctx, asked, writing, phrases, use, name: refer }: Composing): Promise<boolean> {
  if (asked.words.length === 0 || asked.person || asked.logbook) return false
  const query = asked.words.join(' ')
  const time = asked.when && { from: asked.when.from, to: asked.when.to }
  const { hits, looked_for_instead } = await use(searchTool, { query, kinds: ['transcript'], ...time }, '')
  const said = looked_for_instead === null ? hits.slice(0, moments) : []
  if (said.length === 0) return false
  writing.say(`\n\n${phrases.say.saidInMeetings}\n\n`)
  for (const { link, recording, by, title, at: recorded } of said) {
    if (!recording) continue
    const when = recorded && spokenTime(recorded, ctx.now, ctx.caller.timezone, phrases.locale)
    const who = [when, by && plainWords(by)].filter(Boolean).join(', ')
    refer({ kind: 'document', id: recording.id, title: recording.title })
    writing.say(`- ${who}: ${recording.link} ${link} ${plainWords(title)}\n`)
  }
  return true
}

async function writeCount(composing: Composing): Promise<void> {
  const { writing, phrases, use } = composing
  const { when, by, about } = scopeOf(composing)
  const { logs, total } = await use(logsTool, queryOf(composing, 3), alone(`${about}${by}${when}`))
  writing.say(phrases.say.counted(total, when, by, about))
  if (logs.length > 0) writing.say('\n\n')
  for (const { log } of logs) writeLine(composing, log)
}

/** The writers of the logs that a question is about, with the most first. Their numbers are exact. */
async function writeWriters(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use } = composing
  const { when, by, about } = scopeOf(composing)
  const { logs, total } = await use(logsTool, queryOf(composing, readForSummary), alone(`${about}${by}${when}`))
  if (logs.length === 0) return writing.say(phrases.say.logsNone(when, by, about))
  const byWriter = new Map<number, Log[]>()
  for (const { log } of logs) {
    const id = log.created_by?.user_id ?? 0
    byWriter.set(id, [...(byWriter.get(id) ?? []), log])
  }
  const writers: { name: string; written: Log[]; count: number }[] = []
  for (const [id, written] of byWriter) {
    const name = written[0]?.created_by?.user_displayname ?? 'Mate'
    // Of those who wrote more than was read, the tool counts the rest; it cannot filter by Mate.
    const isWhole = total === logs.length
    if (!isWhole && id === 0) continue
    const one = isWhole ? null : await use(logsTool, { ...filtersOf(asked), user_ids: [id], limit: 1 }, '')
    writers.push({ name, written, count: one?.total ?? written.length })
  }
  writers.sort((first, other) => other.count - first.count)
  for (const { name, written, count } of writers) {
    writing.say(`${phrases.say.wrote(plainWords(name), count)}\n\n`)
    for (const log of written.slice(0, 3)) writeLine(composing, log)
    writing.say('\n')
  }
  const others = total - writers.reduce((sum, { count }) => sum + count, 0)
  if (others > 0) writing.say(phrases.say.othersWrote(others))
}

async function writeSummary(composing: Composing): Promise<void> {
  const { at: ctx, asked, writing, phrases, use, cite } = composing
  const { when, by, about } = scopeOf(composing)
  const { logs: found, total } = await use(logsTool, queryOf(composing, readForSummary), alone(`${about}${by}${when}`))
  const name = asked.logbook ? plainWords(asked.logbook.name) : ''
  const words = asked.words.length > 0 ? phrases.say.about(asked.words.join(' ')) : ''
  const of = [name, alone(words), alone(when + by)].filter(Boolean).join(', ') || phrases.say.everything
  const titled = of.charAt(0).toLocaleUpperCase(phrases.locale) + of.slice(1)
  if (found.length === 0) return writing.say(phrases.say.summaryNone(titled))
  const logs = found.map(logFact => logFact.log)
  const time = (log: Log | undefined) =>
    log ? spokenTime(log.created_at, ctx.now, ctx.caller.timezone, phrases.locale) : ''
  const writers = new Set(logs.map(log => log.created_by?.user_id ?? 0)).size
  writing.say(`${phrases.say.summary(titled, total, writers, time(logs.at(-1)), time(logs[0]))}\n\n`)
  const { extracts, mentioned } = await digestOf(writing.app, logs, { sentences, words: topics })
  for (const { sentence, log, isTitle } of extracts) {
    cite(log)
    // The whole sentence; a title may be only its beginning.
    const link = logLink(isTitle && repeatsWords(log) ? { ...log, title: withoutFullStop(sentence) } : log)
    writing.say(`- ${timesOf(ctx, phrases, log)}: ${link}${isTitle ? '' : ` ${plainWords(sentence)}`}\n`)
  }
  if (mentioned.length > 0) writing.say(`\n${phrases.say.mostAbout(mentioned.map(plainWords).join(', '))}`)
}

/** The words to search, or those of the names if the question has no others. */
const searchedWords = ({ words, logbook, person }: Understood) =>
  words.length > 0 ? words : [logbook, person].flatMap(named => (named ? wordsOf(named.name) : []))

/**
 * Answers a question of no known kind with the best of all that the person may see. Without a result, it says what was
 * searched, and offers what was written last.
 */
async function writeUnknown(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use, name: refer } = composing
  const { say } = phrases
  const hint = writing.app.model ? '' : `\n\n${say.modelHint}`
  const words = searchedWords(asked)
  if (words.length === 0) return asked.when ? writeLogs(composing) : writing.say(`${say.notUnderstood}${hint}`)
  if (asked.person || asked.logbook) {
    const { total } = await use(logsTool, queryOf(composing, 1), '')
    if (total > 0) return writeLogs(composing)
  }
  const retrieved = await retrieve(use, words, asked.when)
  if (retrieved.hits.length > 0) return writeRetrieved(composing, retrieved)
  writing.say(say.foundNothing(words.join(' ')))
  const { documents } = await use(logbooksTool, {}, '')
  if (documents.length > 0) writing.say(`\n\n${say.writtenLast}\n\n`)
  for (const { id, name } of documents.slice(0, offered)) {
    refer({ kind: 'document', id, title: name })
    writing.say(`- ${documentLink(id, name)}\n`)
  }
  writing.say(hint)
}

function writeRetrieved(composing: Composing, { hits, missing, instead, isPartial }: Retrieved): void {
  const { writing, phrases } = composing
  const { say } = phrases
  if (missing.length > 0) writing.say(`${say.missing(missing.join(' '))} `)
  const there = searchedWords(composing.asked)
    .filter(word => !missing.includes(word))
    .join(' ')
  const heading =
    instead !== null
      ? say.foundInstead(there, plainWords(instead))
      : isPartial && there.includes(' ')
        ? say.foundPartly(there)
        : say.found(there)
  writing.say(`${heading}\n\n`)
  for (const hit of hits) writeHit(composing, hit)
  const documents = hits.flatMap(({ source }) => (source?.kind === 'document' ? source.id : (source?.doc_id ?? [])))
  recordDocumentViews(composing.at, documents, 'mate')
}

/** A line for a hit: when, who, the link to it, and the sentence that has the words. */
function writeHit({ at: ctx, writing, phrases, name: refer }: Composing, hit: HitFact): void {
  const { kind, title, excerpt, link, recording, by, at, source } = hit
  if (source) refer(source)
  const when = at && kind !== 'person' && spokenTime(at, ctx.now, ctx.caller.timezone, phrases.locale)
  const who = (kind === 'log' || kind === 'transcript') && by ? plainWords(by) : ''
  const before = [when, who].filter(Boolean).join(', ')
  const named = kind === 'graph' && link ? `**${plainWords(title)}** ${link}` : (link ?? `**${plainWords(title)}**`)
  const words = kind === 'transcript' ? title : excerptBehind(title, excerpt)
  writing.say(`- ${[before && `${before}:`, recording?.link, named, plainWords(words)].filter(Boolean).join(' ')}\n`)
}

/** The excerpt without the title that it may begin with. */
function excerptBehind(title: string, excerpt: string): string {
  const start = withoutFullStop(title.replace(/…$/, ''))
  return excerpt.startsWith(start) ? excerpt.slice(start.length).replace(/^[\s.,;:!?।]+/, '') : excerpt
}
