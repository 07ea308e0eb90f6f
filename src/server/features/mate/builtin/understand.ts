import { anyOf } from '../../../platform/words/patterns'
import type { Phrases } from './phrases'
import { type TimeSpan, timeSpanIn } from './time-span'

export type Ask = keyof Phrases['asks'] | 'unknown'

/** A question taken apart: what is asked, and whom, what, when it is about. */
export interface Understood {
  ask: Ask
  when: TimeSpan | undefined
  person: Named | undefined
  logbook: Named | undefined
  /** An organization role that people are asked for by. */
  org_role: 'owner' | 'admin' | undefined
  /** Words that are looked for, in their order, lower case. */
  words: string[]
}

export interface Named {
  id: number
  name: string
}

/** What a question may name: at least whatever stands in it, and of a first name that several people have more than one of them. */
export interface Known {
  people: readonly Named[]
  logbooks: readonly Named[]
  asker: Named
}

const asksInOrder = ['greeting', 'help', 'summary', 'count', 'whoWrote', 'people', 'logbooks', 'logs'] as const

/** Takes a question apart by the fixed set of patterns [D25]. Deterministic: the same question is always understood the same way. */
export function understand(question: string, phrases: Phrases, known: Known, now: string, zone: string): Understood {
  const text = normal(question)
  const logbook = bestNamed(text, known.logbooks, false)
  const withoutLogbook = logbook ? removed(text, logbook.name) : text
  const person =
    bestNamed(withoutLogbook, known.people, true) ?? (phrases.myself.test(withoutLogbook) ? known.asker : undefined)
  const withoutNames = person ? removed(withoutLogbook, person.name) : withoutLogbook
  const ask = asksInOrder.find(one => phrases.asks[one].test(text)) ?? 'unknown'
  return {
    ask,
    when: timeSpanIn(withoutNames, phrases, now, zone),
    person,
    logbook,
    org_role: (['owner', 'admin'] as const).find(one => phrases.orgRoles[one].test(withoutNames)),
    words: wordsIn(withoutNames, phrases),
  }
}

/** The longest name that stands in the text; people are also known by their first name when only one has it. */
function bestNamed(text: string, named: readonly Named[], byFirstName: boolean): Named | undefined {
  const [longest] = named
    .filter(one => stands(text, one.name))
    .sort((one, other) => other.name.length - one.name.length)
  if (longest || !byFirstName) return longest
  const byFirst = named.filter(one => firstName(one.name).length > 1 && stands(text, firstName(one.name)))
  return byFirst.length === 1 ? byFirst[0] : undefined
}

/** Text as names are looked for in it: neither capitals nor the form of an apostrophe count. */
const normal = (text: string) => text.toLowerCase().replace(/[’‘]/g, "'")

const firstName = (name: string) => name.trim().split(/\s+/, 1)[0] ?? ''

/** The name as a whole word or several, wherever it stands. */
const whole = (name: string) => anyOf(normal(name.trim()).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))

const stands = (text: string, name: string) => name.trim() !== '' && whole(name).test(text)

function removed(text: string, name: string): string {
  const named = stands(text, name) ? name : firstName(name)
  return named === '' ? text : text.split(whole(named)).join(' ')
}

/** What is looked for: quoted text as it stands, else every word that is not a stop word or part of a time. */
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
