import type { Phrases } from './phrases'
import { type TimeSpan, timeSpanIn } from './time-span'

export type Ask = keyof Phrases['asks'] | 'unknown'

/** A question taken apart: what is asked, and whom, what, when it is about. */
export interface Understood {
  ask: Ask
  when: TimeSpan | undefined
  person: Named | undefined
  logbook: Named | undefined
  /** A standing that people are asked for by. */
  standing: 'owner' | 'admin' | undefined
  /** Words that are looked for, in their order, lower case. */
  words: string[]
}

export interface Named {
  id: number
  name: string
}

/** What a question may name. */
export interface Known {
  people: readonly Named[]
  logbooks: readonly Named[]
  asker: Named
}

const asksInOrder = ['greeting', 'help', 'summary', 'count', 'whoWrote', 'people', 'logbooks', 'logs'] as const

/** Takes a question apart by the fixed set of patterns [D25]. Deterministic: the same question is always understood the same way. */
export function understand(question: string, phrases: Phrases, known: Known, now: string, zone: string): Understood {
  const text = question.toLowerCase().replace(/[’‘]/g, "'")
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
    standing: (['owner', 'admin'] as const).find(one => phrases.standings[one].test(withoutNames)),
    words: wordsIn(withoutNames, phrases),
  }
}

/** The longest name that stands in the text; people are also known by their first name when only one has it. */
function bestNamed(text: string, named: readonly Named[], byFirstName: boolean): Named | undefined {
  const whole = named.filter(one => stands(text, one.name)).sort((one, other) => other.name.length - one.name.length)
  if (whole[0] || !byFirstName) return whole[0]
  const byFirst = named.filter(one => firstName(one.name).length > 1 && stands(text, firstName(one.name)))
  return byFirst.length === 1 ? byFirst[0] : undefined
}

const firstName = (name: string) => name.split(/\s+/, 1)[0] ?? name

function stands(text: string, name: string): boolean {
  const wanted = name.toLowerCase().trim()
  if (wanted === '') return false
  const at = text.indexOf(wanted)
  if (at < 0) return false
  return !isLetter(text[at - 1]) && !isLetter(text[at + wanted.length])
}

const isLetter = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)

function removed(text: string, name: string): string {
  const whole = name.toLowerCase().trim()
  const without = text.replaceAll(whole, ' ')
  return without === text ? text.replaceAll(firstName(whole), ' ') : without
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
