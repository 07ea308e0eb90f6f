import { type NamedDocument, nameSaid } from '../../../platform/tool'
import { folded } from '../../../platform/words/fold'
import { anyOf, type Pattern } from '../../../platform/words/patterns'
import type { NamedLabel } from '../../graphs/service'
import type { Phrases } from './phrases'
import { type TimeSpan, timesIn } from './time-span'

export type Ask = keyof Phrases['asks'] | 'ranking' | 'unknown'
export type Dimension = keyof Phrases['dimensions']

/** A parsed question: its kind, and the people, things and times it is about. */
export interface Understood {
  ask: Ask
  /** In lower case, without names and times. */
  text: string
  /** The texts that can decide its kind: its own, then those of the questions that it continues. */
  texts: string[]
  /** The complete questions, in lower case: its own, then those that it continues. */
  questions: string[]
  /** Whether it asks what is to be done, or names a time to come. */
  isAhead: boolean
  spans: TimeSpan[]
  people: Named[]
  documents: NamedDocument[]
  labels: NamedLabel[]
  /** An organisation role by which people are requested. */
  org_role: 'owner' | 'admin' | undefined
  /** Words to search, in order and lower case. */
  words: string[]
  /** What numbers are requested for each of. */
  by: Dimension | undefined
  order: 'most' | 'fewest'
  /** How many logs are requested, if the question says so. */
  limit: number | undefined
  /** The part of a list, from 0. */
  part: number
  /** Whether it says that it continues the previous question. */
  isContinuing: boolean
}

export interface Named {
  id: number
  name: string
  /** How the text calls it, unless by its whole name. */
  said?: string
}

/** Names that a question may contain: at least all that occur in it, and several people of an ambiguous first name. */
export interface KnownNames {
  people: readonly Named[]
  documents: readonly NamedDocument[]
  labels: readonly NamedLabel[]
  asker: Named
  /** Whether the question continues one about what is to be done. */
  isAhead?: boolean
}

const asksInOrder = [
  'greeting',
  'thanks',
  'help',
  'planned',
  'open',
  'news',
  'summary',
  'count',
  'last',
  'first',
  'whoWrote',
  'where',
  'isDone',
  'when',
  'people',
  'logbooks',
  'logs',
] as const

/** Kinds whose questions about a label mean the logs that carry it. */
const asksOfLabels: ReadonlySet<Ask> = new Set([
  'compare',
  'ranking',
  'count',
  'logs',
  'last',
  'first',
  'when',
  'unknown',
])

/**
 * Parses a question by a fixed set of patterns [D25]. Deterministic: the same question is always understood the same
 * way.
 */
export function understand(
  question: string,
  phrases: Phrases,
  known: KnownNames,
  now: string,
  zone: string,
): Understood {
  const normalText = normal(question)
  const documents = namesIn(normalText, known.documents, false)
  const people = namesIn(documents.rest, known.people, true)
  // “When is bay 2 free?” asks what its logbook says, unless it asks for people.
  const isOfPeople = documents.found.length === 0 || people.found.length > 0 || phrases.ofPeople.test(people.rest)
  const isAhead = known.isAhead === true || (isOfPeople && phrases.asks.planned.test(people.rest))
  const { spans, rest: text } = timesIn(people.rest, phrases, { now, zone, isAhead })
  const isMyself = people.found.length === 0 && phrases.myself.test(text)
  const named = { people: isMyself ? [known.asker] : people.found, documents: documents.found, spans }
  const words = wordsIn(text, phrases)
  const labels = labelsIn(wordsOfSubject(words, text, phrases), text, known.labels)
  const ask = kindOf(normalText, text, phrases, { ...named, labels, now, isOfPeople })
  const isOfLabels = labels.length > 0 && asksOfLabels.has(ask)
  return {
    ask: isOfLabels && ask === 'unknown' ? 'count' : ask,
    text,
    texts: [text],
    questions: [normalText],
    isAhead: ask === 'planned',
    ...named,
    labels: isOfLabels ? labels : [],
    org_role: (['owner', 'admin'] as const).find(role => phrases.orgRoles[role].test(text)),
    words: isOfLabels ? [] : wordsOfKind(words, text, ask, phrases),
    by: dimensionOf(text, ask, phrases),
    order: phrases.fewest.test(text) ? 'fewest' : 'most',
    limit: ask === 'last' || ask === 'first' ? numberIn(text) : undefined,
    part: 0,
    isContinuing: phrases.followUp.begins.test(normalText) || phrases.followUp.more.test(normalText),
  }
}

interface Subjects extends Pick<Understood, 'people' | 'documents' | 'labels' | 'spans'> {
  now: string
  /** Whether plans and free time can be what it asks for. */
  isOfPeople: boolean
}

function kindOf(whole: string, text: string, phrases: Phrases, subjects: Subjects): Ask {
  const { asks, most, fewest, counts, countsLogs, each, search } = phrases
  const [first, second] = subjects.spans
  const several = [subjects.people, subjects.documents, subjects.labels].some(named => named.length > 1) || second
  const kind = kindSaid(whole, text, phrases, subjects)
  if (kind === 'greeting' || kind === 'thanks' || kind === 'help' || kind === 'planned' || kind === 'open') return kind
  if (first && first.from > subjects.now) return 'planned'
  if (several && (asks.compare.test(text) || kind === 'count')) return 'compare'
  const isOfLogs = countsLogs.test(text) || each.test(text)
  if (kind === 'count' && !isOfLogs && counts.people.test(text)) return 'people'
  if (kind === 'count' && !isOfLogs && counts.logbooks.test(text)) return 'logbooks'
  const isFiltered = subjects.people.length + subjects.documents.length + subjects.spans.length > 0
  if (kind === 'logs' && !isFiltered && search.test(text)) return 'unknown'
  if (kind !== 'summary' && (most.test(text) || fewest.test(text))) return 'ranking'
  return kind ?? 'unknown'
}

/** The first kind whose words a question says. */
function kindSaid(whole: string, text: string, { asks, whoIs }: Phrases, { people, isOfPeople }: Subjects) {
  if (people.length > 0 && whoIs.test(text)) return 'people'
  return asksInOrder.find(
    ask => (ask !== 'planned' || isOfPeople) && asks[ask].test(ask === 'greeting' || ask === 'thanks' ? whole : text),
  )
}

/** What a question ranks or counts for each of; people if it asks who, and logbooks if it names nothing. */
function dimensionOf(text: string, ask: Ask, { dimensions, each, asks }: Phrases): Dimension | undefined {
  if (ask !== 'ranking' && !(ask === 'count' && each.test(text))) return undefined
  const named = (['label', 'day', 'logbook', 'person'] as const).find(dimension => dimensions[dimension].test(text))
  if (named || ask === 'count') return named
  return asks.whoWrote.test(text) ? 'person' : 'label'
}

const numberIn = (text: string): number | undefined => {
  const number = Number(/(?<!\p{N})([1-9]\d?)(?!\p{N})/u.exec(text)?.[1])
  return Number.isNaN(number) ? undefined : number
}

/**
 * The names in a text, each once, in its order, and the text without them. The longest match first; a first name
 * matches if only one person has it.
 */
function namesIn<N extends Named>(
  text: string,
  named: readonly N[],
  byFirstName: boolean,
): { found: N[]; rest: string } {
  const found: { index: number; name: N }[] = []
  let rest = text
  for (;;) {
    const best = bestNamed(rest, named, byFirstName)
    if (!best) break
    const said = stands(rest, nameSaid(best)) ? nameSaid(best) : firstName(best.name)
    found.push({ index: whole(said).exec(rest)?.index ?? 0, name: best })
    rest = rest.replace(whole(said), ' '.repeat(said.length))
  }
  const inOrder = found.sort((first, other) => first.index - other.index).map(({ name }) => name)
  return { found: [...new Map(inOrder.map(name => [name.id, name])).values()], rest }
}

function bestNamed<N extends Named>(text: string, named: readonly N[], byFirstName: boolean): N | undefined {
  const [longest] = named
    .filter(candidate => stands(text, nameSaid(candidate)))
    .sort((first, other) => nameSaid(other).length - nameSaid(first).length)
  if (longest || !byFirstName) return longest
  return named.find(candidate => {
    const first = firstName(candidate.name)
    const isOnly = named.filter(other => firstName(other.name).toLowerCase() === first.toLowerCase()).length === 1
    return first.length > 1 && isOnly && stands(text, first)
  })
}

/** Text normalised for name matching: neither capitals nor the form of an apostrophe matter. */
const normal = (text: string) => text.toLowerCase().replace(/[’‘]/g, "'")

const firstName = (name: string) => name.trim().split(/\s+/, 1)[0] ?? ''

/** Matches the name as one or several whole words. */
const whole = (name: string) => anyOf(normal(name.trim()).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))

const stands = (text: string, name: string) => name.trim() !== '' && whole(name).test(text)

/** The search words: quoted text literally, else every word that is no stop word. */
function wordsIn(text: string, { stopWords }: Phrases): string[] {
  const quoted = /["“„«]([^"”“»]{1,80})["”“»]/.exec(text)?.[1]
  if (quoted) return wordsOf(quoted)
  return wordsOf(text).filter(word => !stopWords.has(word) && word.length > 1)
}

/** The words without those of any kind of question that is asked about labels. */
function wordsOfSubject(
  words: string[],
  text: string,
  { asks, most, fewest, search, followUp, each, dimensions }: Phrases,
) {
  const kinds = [asks.compare, asks.count, asks.last, asks.first, asks.when, asks.logs]
  return wordsWithout(words, text, [
    ...kinds,
    most,
    fewest,
    search,
    followUp.begins,
    each,
    ...Object.values(dimensions),
  ])
}

/** The words that stand elsewhere in the text than in these expressions. */
function wordsWithout(words: string[], text: string, expressions: readonly Pick<Pattern, 'exec'>[]): string[] {
  const left = new Set(wordsOf(expressions.reduce(without, text)))
  return words.filter(word => left.has(word))
}

function without(text: string, expression: Pick<Pattern, 'exec'>): string {
  let rest = text
  for (let match = expression.exec(rest); match?.[0]; match = expression.exec(rest))
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
  return rest
}

/** The words without those that only express the kind of the question. */
function wordsOfKind(words: string[], text: string, ask: Ask, phrases: Phrases): string[] {
  const { asks, most, fewest, dimensions, search, followUp, counts } = phrases
  const expressions = [
    ...(ask === 'news' || ask === 'open' || ask === 'planned' ? [asks[ask]] : []),
    ...(ask === 'last' || ask === 'first' ? [asks[ask], /(?<!\p{N})[1-9]\d?(?!\p{N})/u] : []),
    ...(ask === 'ranking' ? [most, fewest, ...Object.values(dimensions)] : []),
    ...(ask === 'count' && phrases.each.test(text) ? [phrases.each, ...Object.values(dimensions)] : []),
    ...(ask === 'compare' ? [asks.compare, asks.count] : []),
    ...(ask === 'where' || ask === 'when' || ask === 'people' || ask === 'summary' ? [asks[ask]] : []),
    ...(ask === 'people' || ask === 'logbooks' ? [counts[ask]] : []),
    search,
    followUp.begins,
  ]
  return wordsWithout(words, text, expressions)
}

const eachWord = /[\p{L}\p{M}\p{N}]+/gu

function wordsOf(text: string): string[] {
  return [...new Set(text.match(eachWord) ?? [])].slice(0, 8)
}

/**
 * The labels that a question names: all words of a label stand in it, at least one of them as a word to search for. Such
 * words that neither a label nor the name of its graph accounts for mean that the question is about something else.
 */
function labelsIn(words: readonly string[], text: string, known: readonly NamedLabel[]): NamedLabel[] {
  if (words.length === 0) return []
  const said = words.map(folded)
  const all = folded(text).match(eachWord) ?? []
  const stands = (word: string, among: readonly string[]) => among.some(other => isAlike(word, other))
  const named = known.filter(label => {
    const parts = foldedWords(label.text)
    return parts.every(part => stands(part, all)) && parts.some(part => stands(part, said))
  })
  const accounted = named.flatMap(label => foldedWords(`${label.text} ${label.graph}`))
  return said.every(word => stands(word, accounted)) ? named : []
}

const foldedWords = (text: string) => wordsOf(folded(text))

/** Whether two words differ in nothing but an ending. */
const isAlike = (word: string, other: string) =>
  word === other ||
  (Math.min(word.length, other.length) > 3 &&
    Math.abs(word.length - other.length) <= 2 &&
    (word.startsWith(other) || other.startsWith(word)))
