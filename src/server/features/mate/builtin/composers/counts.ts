import { Temporal } from 'temporal-polyfill'
import { plainWords } from '../../../../platform/markdown'
import { spokenDay } from '../../../../platform/spoken-time'
import { countTool, type GroupFact, logsTool } from '../../tools'
import { type Composing, filtersOf, queryOf, scopeOf, summaryOf, writeLine } from '../composing'
import type { Dimension, Understood } from '../understand'
import { writeOthers } from './hits'

/** How many logs stand below a number. */
const examples = 3
/** How many groups are listed. */
const mostGroups = 20
const mostRanked = 5

/** Counts logs, in all or for each person, logbook, day or label. */
export async function writeCount(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use } = composing
  const { when, by, about } = scopeOf(asked, phrases)
  if (asked.by) return writeGroups(composing, asked.by)
  const { logs, total } = await use(logsTool, queryOf(asked, examples), summaryOf(composing))
  const isOfLogs = asked.words.length === 0 || phrases.countsLogs.test(asked.text)
  // What logs tell of cannot be counted; that they tell of it can.
  writing.say(
    isOfLogs
      ? phrases.say.counted(total, when, by, about)
      : phrases.say.mentioned(total, plainWords(asked.words.join(' ')), besideWords(composing)),
  )
  if (logs.length > 0) writing.say('\n\n')
  for (const found of logs) writeLine(composing, found)
  if (total === 0 && !isOfLogs) await writeOthers(composing)
}

/** The scope of a question beside its words. */
function besideWords({ asked, phrases }: Composing): string {
  const { about, by, when } = scopeOf({ ...asked, words: [] }, phrases)
  return `${about}${by}${when}`
}

async function writeGroups(composing: Composing, by: Dimension): Promise<void> {
  const { asked, writing, phrases, use } = composing
  const { when, by: writer, about } = scopeOf(asked, phrases)
  const input = { ...filtersOf(asked), by, order: 'most' as const }
  const { total, groups } = await use(countTool, input, summaryOf(composing))
  writing.say(`${phrases.say.counted(total, when, writer, about)}\n\n`)
  // Of more days than are listed, those with the most logs are shown; otherwise days read best in their order.
  const isByTime = by === 'day' && groups.length <= mostGroups
  const inOrder = isByTime ? [...groups].sort((first, other) => (first.name < other.name ? -1 : 1)) : groups
  const shown = inOrder.slice(0, mostGroups)
  for (const group of shown) writeGroup(composing, by, group)
  const rest = total - shown.reduce((sum, { logs }) => sum + logs, 0)
  // A log may have several labels, or none.
  if (rest > 0 && by !== 'label') writing.say(`\n${phrases.say.furtherLogs(rest)}`)
}

function writeGroup(composing: Composing, by: Dimension, group: GroupFact): void {
  const { writing, phrases, name: refer } = composing
  const { id, name, logs, link } = group
  if (id !== null && by === 'person') refer({ kind: 'person', id, title: name })
  if (id !== null && by === 'logbook') refer({ kind: 'document', id, title: name })
  writing.say(
    `- ${named(composing, by, group)}: ${phrases.say.someLogs(logs)}${by === 'label' && link ? ` (${link})` : ''}\n`,
  )
}

function named({ phrases }: Composing, by: Dimension, { name, link }: GroupFact): string {
  if (by === 'day') return spokenDay(Temporal.PlainDate.from(name), phrases.locale)
  return by === 'logbook' && link ? link : `**${plainWords(name)}**`
}

/** Which person, logbook, day or label has the most or the fewest logs, with the next ones. */
export async function writeRanking(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use } = composing
  const { say } = phrases
  if (asked.by === 'person' && asked.order === 'most') return writeWriters(composing)
  const dimensions: Dimension[] = asked.by === 'label' ? ['label', 'logbook'] : [asked.by ?? 'logbook']
  for (const by of dimensions) {
    const input = { ...filtersOf(asked), by, order: asked.order }
    const { groups } = await use(countTool, input, summaryOf(composing))
    const [first] = groups
    if (!first) continue
    const tied = groups.filter(group => group.logs === first.logs).slice(0, mostRanked)
    const names = new Intl.ListFormat(phrases.locale).format(tied.map(group => named(composing, by, group)))
    writing.say(say[asked.order](names, say.someLogs(first.logs)))
    if (asked.order === 'fewest') writing.say(` ${say.fewestNote}`)
    writing.say('\n\n')
    for (const group of groups.slice(0, mostRanked)) writeGroup(composing, by, group)
    return
  }
  const { when, by, about } = scopeOf(asked, phrases)
  writing.say(say.logsNone(when, by, about))
}

/** The numbers of several people, documents, labels or times, and which has how many more. */
export async function writeComparison(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use, name: refer } = composing
  const { say } = phrases
  const counted: { name: string; logs: number }[] = []
  const parts = partsOf(asked)
  for (const { name, part } of parts) {
    const { total } = await use(countTool, { ...filtersOf({ ...asked, ...part }), order: 'most' }, '')
    counted.push({ name, logs: total })
  }
  const scope = scopeOf({ ...asked, ...parts[0]?.without }, phrases)
  const about = `${scope.about}${scope.by}${scope.when}`
  for (const { name, logs } of counted) writing.say(`- **${plainWords(name)}**: ${say.someLogs(logs)}${about}\n`)
  for (const { id, name } of asked.people) refer({ kind: 'person', id, title: name })
  for (const { id, name } of asked.documents) refer({ kind: 'document', id, title: name })
  const [first, second] = [...counted].sort((one, other) => other.logs - one.logs)
  if (!first || !second) return
  const difference = first.logs - second.logs
  writing.say(`\n${difference === 0 ? say.sameNumber : say.hasMore(plainWords(first.name), difference)}`)
}

interface Part {
  name: string
  /** What the question is about for this part alone. */
  part: Partial<Understood>
  /** What it is about for all parts. */
  without: Partial<Understood>
}

/** What a question compares: people, else documents, else labels, else times. */
function partsOf({ people, documents, labels, spans }: Understood): Part[] {
  if (people.length > 1)
    return people.map(person => ({ name: person.name, part: { people: [person] }, without: { people: [] } }))
  if (documents.length > 1)
    return documents.map(document => ({
      name: document.name,
      part: { documents: [document] },
      without: { documents: [] },
    }))
  if (labels.length > 1)
    return labels.map(label => ({ name: label.text, part: { labels: [label] }, without: { labels: [] } }))
  return spans.map(span => ({
    name: span.said.replace(/^[\s,]+/, ''),
    part: { spans: [span] },
    without: { spans: [] },
  }))
}

/** The writers of the logs that a question is about, those with the most first, each with the newest logs. */
export async function writeWriters(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use, name: refer } = composing
  const { when, by, about } = scopeOf(asked, phrases)
  const { groups, total } = await use(
    countTool,
    { ...filtersOf(asked), by: 'person', order: 'most' },
    summaryOf(composing),
  )
  if (total === 0) {
    writing.say(phrases.say.logsNone(when, by, about))
    return writeOthers(composing)
  }
  const named = groups.slice(0, mostRanked)
  for (const { id, name, logs: count } of named) {
    writing.say(`${phrases.say.wrote(plainWords(name), count)}\n\n`)
    if (id !== null) {
      refer({ kind: 'person', id, title: name })
      const { logs } = await use(logsTool, { ...queryOf(asked, examples), user_ids: [id] }, '')
      for (const found of logs) writeLine(composing, found)
    }
    writing.say('\n')
  }
  const others = total - named.reduce((sum, { logs }) => sum + logs, 0)
  if (others > 0) writing.say(phrases.say.othersWrote(others))
}

/** The logbooks that mention something, those with the most logs first, and the newest log. */
export async function writeWhere(composing: Composing): Promise<void> {
  const { asked, writing, phrases, use } = composing
  const { when, by, about } = scopeOf(asked, phrases)
  const { groups } = await use(countTool, { ...filtersOf(asked), by: 'logbook', order: 'most' }, summaryOf(composing))
  if (groups.length > 0) {
    writing.say(`${phrases.say.mentionedIn(`${about}${by}${when}`)}\n\n`)
    for (const group of groups.slice(0, mostRanked)) writeGroup(composing, 'logbook', group)
    writing.say('\n')
    const { logs } = await use(logsTool, queryOf(asked, 1), '')
    for (const found of logs) writeLine(composing, found)
    return
  }
  writing.say(phrases.say.logsNone(when, by, about))
  await writeOthers(composing)
}
