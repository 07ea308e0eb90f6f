import type { Language } from '../contract/common'
import { timesInEnglish } from './schedule-phrase-languages.data'

/** When something runs, as a sentence says it [D28]. Times belong to the zone of the person who says it. */
export interface PhraseSchedule {
  readonly minute_interval: number | null
  /** Five cron fields. */
  readonly instruction_schedule: string | null
  /** `HH:MM`. */
  readonly allowed_time_ranges: readonly { readonly from_time: string; readonly to_time: string }[]
  /** 1 (Monday) to 7; null for all days. */
  readonly allowed_weekdays: readonly number[] | null
}

export interface ScheduledPhrase {
  readonly schedule: PhraseSchedule
  /** The sentence without the words for the time. */
  readonly rest: string
  /** Whether the sentence begins with the words for the time. */
  readonly isFirst: boolean
}

const days = 'mon(?:day)?|tue(?:sday|s)?|wed(?:nesday)?|thu(?:rsday|rs?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?'
const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const group = '(?:week|work(?:ing)? ?)days?|weekends?|days?'
const day = `(?:${days}|${group})s?`
const through = '(?:to|through|thru|until|till|[-–])'
const dayList = `${day}(?:(?:,? and |, ?| ?& ?| ${through} | ?[-–] ?)(?:on )?${day})*`
const clock = "(?:\\d{1,2}(?:[:.]\\d{2})?(?: ?[ap]\\.?m\\b\\.?| ?o'?clock)?|noon|midday|midnight)"
const clockEnd = '(?![\\p{L}\\p{N}%:.]*[\\p{L}\\p{N}%])'
const word = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu')

const range = word(`(?:from|between) (${clock}) (?:${through}|and) (${clock})${clockEnd}`)
const interval = word('(?:every|each) (?:(\\d{1,6}|\\p{L}+) )?(minutes?|mins?|hours?|hrs?)|(hourly|once an hour)')
const halfHour = word('(?:every|each) (?:half(?: an)? hour|half-hour)')
const quarterHour = word('(?:every|each) quarter(?: of an)? hour')
const everyDays = word(`(?:on )?(?:every|each) (${dayList})`)
const daily = word('daily|(?:every|each)(?= (?:morning|noon|afternoon|evening|night))')
const pluralDays = word(
  `(?:on )?((?:${days})s|weekdays|workdays|working days|weekends)(?:(?:,? and |, ?)(?:on )?(?:${day}))*`,
)
const dayRange = word(`(?:on |from )?(${days}) ?${through} ?(${days})`)
const times = word(`(?<!\\blook(?:s|ing)? )at (${clock}(?:(?:,? and |, ?)(?:at )?${clock})*)${clockEnd}`)
const partOfDay = word('(?:in the |at )?(morning|noon|afternoon|evening|night)s?')

const numbers: Readonly<Record<string, number>> = {
  other: 2,
  two: 2,
  second: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  eight: 8,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  'forty-five': 45,
  sixty: 60,
}

/** The times of a day that is named without one. */
const usualTimes = { morning: '09:00', noon: '12:00', afternoon: '15:00', evening: '18:00', night: '22:00' } as const
type PartOfDay = keyof typeof usualTimes
const unnamedTime = '09:00'

/** Longer texts are no sentences about a schedule. */
const longest = 2_000
const mostMinutes = 525_600
const dayMinutes = 1_440

/**
 * Understands the common forms of the four languages: every N minutes or hours, hourly, daily, weekdays and named days, at times of
 * day, and from one time to another. Returns null for a sentence without a repetition. The same sentence always means
 * the same.
 */
export function parseSchedulePhrase(sentence: string, language: Language = 'en'): ScheduledPhrase | null {
  if (sentence.length > longest) return null
  const text = new Remaining(timesInEnglish(sentence, language).replace(/[’‘]/g, "'").replace(/\s+/g, ' ').trim())
  const hours = text.take(range)
  const minutes = takeInterval(text)
  const weekdays = takeWeekdays(text)
  if (minutes === null && weekdays === null) return null
  const ranges = hours ? rangeOf(hours[1] ?? '', hours[2] ?? '') : []
  const named = weekdays === null || weekdays.length === 7 ? null : weekdays
  const schedule = minutes === null ? onDays(text, ranges, named) : within(minutes, ranges, named)
  return schedule && { schedule, rest: text.rest(), isFirst: text.isFirst }
}

type Ranges = PhraseSchedule['allowed_time_ranges']

/** At an interval, within these hours and on these days. */
const within = (minute_interval: number, ranges: Ranges | null, weekdays: number[] | null): PhraseSchedule | null =>
  ranges && { ...none, minute_interval, allowed_time_ranges: ranges, allowed_weekdays: weekdays }

/** At the times that the sentence says; beside an interval, “at” would be a place or a number of things. */
function onDays(text: Remaining, ranges: Ranges | null, weekdays: number[] | null): PhraseSchedule | null {
  const at = text.take(times)?.[1]
  const part = text.take(partOfDay)?.[1]?.toLowerCase() as PartOfDay | undefined
  if (at !== undefined) return atTimes(clocksIn(at, part), weekdays)
  if (ranges?.length !== 0) return within(dayMinutes, ranges, weekdays)
  return atTimes([part ? usualTimes[part] : unnamedTime], weekdays)
}

const none: PhraseSchedule = {
  minute_interval: null,
  instruction_schedule: null,
  allowed_time_ranges: [],
  allowed_weekdays: null,
}

/** A sentence from which the words for the time are taken one after another. */
class Remaining {
  #first = Number.POSITIVE_INFINITY
  constructor(private text: string) {}

  get isFirst(): boolean {
    return /^[\s\p{P}]*$/u.test(this.text.slice(0, this.#first))
  }

  take(pattern: RegExp): RegExpExecArray | null {
    const found = pattern.exec(this.text)
    if (!found) return null
    this.#first = Math.min(this.#first, found.index)
    // Spaces keep the places of the other words.
    this.text = this.text.replace(pattern, taken => ' '.repeat(taken.length))
    return found
  }

  /** Whatever was not taken, without what joined it to the words for the time. */
  rest(): string {
    return this.text
      .replace(/\s+([,;.!?])/g, '$1')
      .replace(/\s+/g, ' ')
      .replace(/^(?:[\s,;:.–-]|(?:and|then|please)\b)+/i, '')
      .replace(/(?:[\s,;:.–-]|\b(?:and|then|please))+$/i, '')
  }
}

function takeInterval(text: Remaining): number | null {
  if (text.take(halfHour)) return 30
  if (text.take(quarterHour)) return 15
  const found = text.take(interval)
  if (!found) return null
  const [, count, unit = 'hour'] = found
  const number = count === undefined ? 1 : /^\d/.test(count) ? Number(count) : numbers[count.toLowerCase()]
  if (number === undefined) return null
  const minutes = /^h/i.test(unit) ? number * 60 : number
  return minutes >= 1 && minutes <= mostMinutes ? minutes : null
}

/** The named days in order; null if none are. */
function takeWeekdays(text: Remaining): number[] | null {
  const between = text.take(dayRange)
  if (between) return daysBetween(numberOf(between[1] ?? ''), numberOf(between[2] ?? ''))
  const listed = text.take(everyDays)?.[1] ?? text.take(pluralDays)?.[0]
  if (listed !== undefined) return daysIn(listed)
  return text.take(daily) ? [1, 2, 3, 4, 5, 6, 7] : null
}

function daysIn(list: string): number[] {
  const found = new Set<number>()
  const range = new RegExp(`(${days})s? ?${through} ?(${days})`, 'giu')
  const single = list.replace(range, (_range, first: string, last: string) => {
    for (const number of daysBetween(numberOf(first), numberOf(last))) found.add(number)
    return ''
  })
  for (const [name] of single.matchAll(new RegExp(`${day}`, 'giu')))
    for (const number of daysNamed(name.toLowerCase())) found.add(number)
  return [...found].sort((one, other) => one - other)
}

function daysNamed(name: string): readonly number[] {
  if (name.startsWith('weekend')) return [6, 7]
  if (/^w(?:eek|ork)/.test(name)) return [1, 2, 3, 4, 5]
  return name.startsWith('day') ? [1, 2, 3, 4, 5, 6, 7] : [numberOf(name)]
}

const numberOf = (name: string) => dayNames.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Friday to Monday goes over the weekend. */
function daysBetween(first: number, last: number): number[] {
  const count = ((last - first + 7) % 7) + 1
  return Array.from({ length: count }, (_, index) => ((first - 1 + index) % 7) + 1).sort((one, other) => one - other)
}

interface Clock {
  hour: number
  minute: number
  isMarked: boolean
}

/** A time of day; null if there is none like that. */
function clockOf(text: string): Clock | null {
  const lower = text.toLowerCase()
  if (lower === 'midnight') return { hour: 0, minute: 0, isMarked: true }
  if (lower === 'noon' || lower === 'midday') return { hour: 12, minute: 0, isMarked: true }
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap])\.?m)?/.exec(lower) ?? []
  const hour = Number(hours)
  const minute = Number(minutes)
  if (half && (hour < 1 || hour > 12)) return null
  if (!(hour <= 24) || minute > 59 || (hour === 24 && minute > 0)) return null
  const ofDay = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour % 24
  return { hour: ofDay, minute, isMarked: half !== undefined }
}

const pad = (number: number) => String(number).padStart(2, '0')
const written = ({ hour, minute }: Clock) => `${pad(hour)}:${pad(minute)}`

/** From 9 to 5 is the working day, from 22 to 6 the night. Null if a time does not exist. */
function rangeOf(first: string, last: string): Ranges | null {
  const from = clockOf(first)
  const to = clockOf(last)
  if (!from || !to) return null
  if (!from.isMarked && to.isMarked && from.hour < 12 && to.hour > from.hour + 12) from.hour += 12
  if (!to.isMarked && from.hour < 12 && to.hour > 0 && to.hour <= from.hour && to.hour < 12) to.hour += 12
  return [{ from_time: written(from), to_time: written(to) }]
}

function clocksIn(list: string, part: PartOfDay | undefined): string[] | null {
  const clocks = (list.match(new RegExp(clock, 'giu')) ?? []).map(clockOf)
  const isLate = part === 'afternoon' || part === 'evening' || part === 'night'
  const found = clocks.flatMap(time => {
    if (!time) return []
    const isMoved = isLate && !time.isMarked && time.hour >= 1 && time.hour < 12 && !(part === 'night' && time.hour < 6)
    return written(isMoved ? { ...time, hour: time.hour + 12 } : time)
  })
  return found.length === clocks.length ? [...new Set(found)].sort() : null
}

/** The most ranges of a schedule. */
const mostRanges = 6

/** Once at each of these times, on these days. */
function atTimes(at: readonly string[] | null, weekdays: readonly number[] | null): PhraseSchedule | null {
  if (!at) return null
  const minutes = [...new Set(at.map(time => Number(time.slice(3))))]
  if (minutes.length === 1) {
    const hours = at.map(time => Number(time.slice(0, 2))).join(',')
    return { ...none, instruction_schedule: `${minutes[0]} ${hours} * * ${weekdays ? cronDays(weekdays) : '*'}` }
  }
  if (at.length > mostRanges) return null
  // A cron expression has the same minutes in each of its hours; an interval of a day runs once in each range.
  const allowed_time_ranges = at.map(time => ({ from_time: time, to_time: minuteAfter(time) }))
  return { ...none, minute_interval: dayMinutes, allowed_time_ranges, allowed_weekdays: weekdays }
}

function minuteAfter(time: string): string {
  const next = (Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + 1) % dayMinutes
  return `${pad(Math.floor(next / 60))}:${pad(next % 60)}`
}

/** Five working days as a range, other days as a list; Sunday is 0. */
function cronDays(weekdays: readonly number[]): string {
  return weekdays.join('') === '12345' ? '1-5' : weekdays.map(number => number % 7).join(',')
}
