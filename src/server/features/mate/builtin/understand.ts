import { anyOf } from '../../../platform/words/patterns'
import type { Phrases } from './phrases'
import { type TimeSpan, timeSpanIn } from './time-span'

export type Ask = keyof Phrases['asks'] | 'unknown'

/** A parsed question: its kind, and the people, things and times it is about. */
export interface Understood {
  ask: Ask
  when: TimeSpan | undefined
  person: Named | undefined
  logbook: Named | undefined
  /** An organisation role by which people are requested. */
  org_role: 'owner' | 'admin' | undefined
  /** Words to search, in order and lower case. */
  words: string[]
}

export interface Named {
  id: number
  name: string
}

/** Names that a question may contain: at least all that occur in it, and several people of an ambiguous first name. */
export interface KnownNames {
  people: readonly Named[]
  logbooks: readonly Named[]
  asker: Named
}

const asksInOrder = [
  'greeting',
  'thanks',
  'help',
  'news',
  'sources',
  'summary',
  'count',
  'whoWrote',
  'people',
  'logbooks',
  'logs',
] as const

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
  const text = normal(question)
  const logbook = bestNamed(text, known.logbooks, false)
  const withoutLogbook = logbook ? removed(text, logbook.name) : text
  const person =
    bestNamed(withoutLogbook, known.people, true) ?? (phrases.myself.test(withoutLogbook) ? known.asker : undefined)
  const withoutNames = person ? removed(withoutLogbook, person.name) : withoutLogbook
  const ask = asksInOrder.find(kind => phrases.asks[kind].test(text)) ?? 'unknown'
  return {
    ask,
    when: timeSpanIn(withoutNames, phrases, now, zone),
    person,
    logbook,
    org_role: (['owner', 'admin'] as const).find(role => phrases.orgRoles[role].test(withoutNames)),
    words: wordsIn(withoutKind(withoutNames, ask, phrases), phrases),
  }
}

/** The longest name that occurs in the text. A first name matches if only one person has it. */
function bestNamed(text: string, named: readonly Named[], byFirstName: boolean): Named | undefined {
  const [longest] = named
    .filter(candidate => stands(text, candidate.name))
    .sort((first, other) => other.name.length - first.name.length)
  if (longest || !byFirstName) return longest
  const byFirst = named.filter(
    candidate => firstName(candidate.name).length > 1 && stands(text, firstName(candidate.name)),
  )
  return byFirst.length === 1 ? byFirst[0] : undefined
}

/** Text normalised for name matching: neither capitals nor the form of an apostrophe matter. */
const normal = (text: string) => text.toLowerCase().replace(/[’‘]/g, "'")

const firstName = (name: string) => name.trim().split(/\s+/, 1)[0] ?? ''

/** Matches the name as one or several whole words. */
const whole = (name: string) => anyOf(normal(name.trim()).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))

const stands = (text: string, name: string) => name.trim() !== '' && whole(name).test(text)

function removed(text: string, name: string): string {
  const named = stands(text, name) ? name : firstName(name)
  return named === '' ? text : text.split(whole(named)).join(' ')
}

/** The text without an expression for the kind of the question whose words are no stop words. */
function withoutKind(text: string, ask: Ask, { asks, most }: Phrases): string {
  if (ask === 'news') return text.replace(asks.news, ' ')
  return ask === 'whoWrote' ? text.replace(most, ' ') : text
}

/** The search words: quoted text literally, else every word that is no stop word and no part of a time. */
function wordsIn(text: string, { stopWords, times }: Phrases): string[] {
  const quoted = /["“„«]([^"”“»]{1,80})["”“»]/.exec(text)?.[1]
  if (quoted) return wordsOf(quoted)
  const { weekdays, ...spans } = times
  const timeless = [...Object.values(spans), ...weekdays].reduce((so, time) => so.replace(time, ' '), text)
  return wordsOf(timeless.replace(/\b\d{4}-\d{2}-\d{2}\b/g, ' ')).filter(
    word => !stopWords.has(word) && word.length > 1,
  )
}

function wordsOf(text: string): string[] {
  return [...new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])].slice(0, 8)
}
