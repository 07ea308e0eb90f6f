import { plainWords } from '../../../../platform/markdown'
import { logsTool, searchTool } from '../../tools'
import { type Composing, filtersOf, queryOf, scopeOf, spoken, summaryOf, writeLine } from '../composing'
import { writeOthers } from './hits'

/** How many logs an answer lists at once, and how many a list has at most. */
const shown = 10
const mostListed = 200
/** How many logs tell what is known last. */
const shownLast = 3
/** How many moments of meetings are shown. */
const moments = 5

/**
 * The question without the words that occur in no log, which the answer names, if something else is left to search for.
 */
async function withKnownWords(composing: Composing): Promise<Composing> {
  const { asked, use, writing, phrases } = composing
  const { words, people, documents, labels, spans } = asked
  if (words.length === 0 || (await use(logsTool, queryOf(asked, 1), '')).total > 0) return composing
  const known: string[] = []
  for (const word of words) if ((await use(logsTool, { words: `"${word}"`, limit: 1 }, '')).total > 0) known.push(word)
  const isAnythingLeft = known.length + people.length + documents.length + labels.length + spans.length > 0
  if (known.length === words.length || !isAnythingLeft) return composing
  const rest = { ...composing, asked: { ...asked, words: known } }
  if ((await use(logsTool, queryOf(rest.asked, 1), '')).total === 0) return composing
  writing.say(`${phrases.say.missingInLogs(plainWords(words.filter(word => !known.includes(word)).join(' ')))} `)
  return rest
}

/** Lists logs, the newest first, in parts of ten. */
export async function writeLogs(whole: Composing): Promise<void> {
  const composing = await withKnownWords(whole)
  const { writing, phrases, use, asked, offer } = composing
  const { say } = phrases
  const { when, by, about } = scopeOf(asked, phrases)
  const from = asked.part * shown
  const limit = Math.min(from + shown, mostListed)
  const { logs: read, total } = await use(logsTool, queryOf(asked, limit), summaryOf(composing))
  const logs = read.slice(from)
  if (asked.part > 0 && logs.length === 0) return writing.say(say.noMore)
  if (logs.length === 0) writing.say(say.logsNone(when, by, about))
  else if (asked.part === 0) writing.say(`${say.logs(logs.length, total > logs.length, when, by, about)}\n\n`)
  for (const found of logs) writeLine(composing, found)
  if (total > limit) {
    writing.say(`\n${say.furtherLogs(total - limit)}`)
    if (limit < mostListed) offer({ label: say.showMore })
  }
  const hasTranscripts = asked.part === 0 && (await writeTranscripts(composing))
  if (logs.length > 0 || hasTranscripts) return
  await writeOthers(composing)
}

/**
 * What was said in meetings with the words, with links to the moments. A question about a writer, a label or a document
 * is about logs alone.
 */
async function writeTranscripts(composing: Composing): Promise<boolean> {
  const { asked, writing, phrases, use, name: refer } = composing
  if (asked.words.length === 0 || asked.people.length + asked.documents.length + asked.labels.length > 0) return false
  const [when] = asked.spans
  const time = when && { from: when.from, to: when.to }
  const query = asked.words.join(' ')
  const { hits, looked_for_instead } = await use(searchTool, { query, kinds: ['transcript'], ...time }, '')
  const said = looked_for_instead === null ? hits.slice(0, moments) : []
  if (said.length === 0) return false
  writing.say(`\n\n${phrases.say.saidInMeetings}\n\n`)
  for (const { link, recording, by, title, at: recorded } of said) {
    if (!recording) continue
    const who = [recorded && spoken(composing, recorded), by && plainWords(by)].filter(Boolean).join(', ')
    refer({ kind: 'document', id: recording.id, title: recording.title })
    writing.say(`- ${who}: ${recording.link} ${link} ${plainWords(title)}\n`)
  }
  return true
}

/** The newest or the oldest log, or as many as were asked for; also when something was written last. */
export const writeLast = (composing: Composing) => writeAtEnd(composing, 'newest')
export const writeFirst = (composing: Composing) => writeAtEnd(composing, 'oldest')

async function writeAtEnd(whole: Composing, order: 'newest' | 'oldest'): Promise<void> {
  const composing = await withKnownWords(whole)
  const { asked, writing, phrases, use } = composing
  const { when, by, about } = scopeOf(asked, phrases)
  const { logs, total } = await use(logsTool, queryOf(asked, asked.limit ?? 1, order), summaryOf(composing))
  if (logs.length === 0) {
    writing.say(phrases.say.logsNone(when, by, about))
    return writeOthers(composing)
  }
  const isSeveral = order === 'newest' && logs.length > 1
  const heading = isSeveral
    ? phrases.say.logs(logs.length, total > logs.length, when, by, about)
    : phrases.say[order](total, when, by, about)
  writing.say(`${heading}\n\n`)
  for (const found of logs) writeLine(composing, found)
}

/**
 * Whether something is done: the newest logs that mention it together with the word for that, else the newest about it.
 * The logs are quoted; Mate does not judge.
 */
export async function writeIsDone(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use } = composing
  const { say } = phrases
  const done = asked.words.filter(word => phrases.done.test(word))
  const subject = asked.words.filter(word => !done.includes(word))
  const find = (words: readonly string[]) =>
    use(logsTool, queryOf({ ...asked, words: [...words] }, shownLast), summaryOf(composing))
  const saying = done.length > 0 && subject.length > 0 ? await find(asked.words) : { logs: [], total: 0 }
  const about = { ...composing, asked: { ...asked, words: subject } }
  const { logs, total } = saying.logs.length > 0 || subject.length === 0 ? saying : await find(subject)
  if (logs.length === 0) return writeLogs(about)
  const word = plainWords(done.join(' '))
  if (saying.logs.length > 0) writing.say(`${say.saysDone(word)}\n\n`)
  else {
    const { when, by, about: of } = scopeOf(about.asked, phrases)
    if (word !== '') writing.say(`${say.notSaidDone(word)} `)
    writing.say(`${say.logs(logs.length, total > logs.length, when, by, of)}\n\n`)
  }
  for (const found of logs) writeLine(saying.logs.length > 0 ? composing : about, found)
}

/** Whether logs answer a question that names a person, a document or a label. */
export async function hasMatchingLogs({ asked, use }: Composing): Promise<boolean> {
  if (asked.people.length + asked.documents.length + asked.labels.length === 0) return false
  return (await use(logsTool, { limit: 1, order: 'newest', ...filtersOf(asked) }, '')).total > 0
}
