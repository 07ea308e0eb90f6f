import type { Language } from '../contract/common'
import type { TaskPriority } from '../contract/tasks/task'
import { type QuickWords, quickWords } from './quick-task-words.data'
import { weekdayOf, zoneTime } from './zone-time'

/** Somebody or something that can be named in the text. */
export interface Named {
  id: number
  name: string
}

export interface QuickContext {
  language: Language
  /** Milliseconds. */
  now: number
  /** An IANA time zone. */
  zone: string
  people: readonly Named[]
  spaces: readonly Named[]
}

/** What was understood of a text. Everything that was not is the title. */
export interface QuickTask {
  title: string
  deadline: string | null
  /** Whether a time of the day was named. */
  is_timed: boolean
  estimate_minutes: number | null
  assignees: number[]
  branch_id: number | null
  priority: TaskPriority | null
  labels: string[]
}

/** A day without a time ends then, in minutes after midnight. */
const endOfDay = 17 * 60
const longestText = 500
const longestEstimate = 7 * 24 * 60
/** How long ago, in milliseconds, a time of yesterday may be that is named without its day. */
const lastHours = 12 * 3_600_000

/**
 * Reads a task from one line, such as "Call Halden tomorrow 3pm 20 min @tom #harbourside !high". Words of English are
 * understood in every language.
 */
export function parseQuickTask(text: string, context: QuickContext): QuickTask {
  const rest = new Rest(text.slice(0, longestText))
  const words = [quickWords[context.language], quickWords.en]
  const assignees = mentioned(rest, '@', context.people)
  const [branch_id = null] = mentioned(rest, '#', context.spaces)
  const labels = labelsIn(rest)
  const priority = priorityIn(rest, words)
  const fromNow = minutesFromNowIn(rest, words)
  const estimate_minutes = estimateIn(rest, words)
  const part = partIn(rest, words, context)
  const day = dayIn(rest, words, context) ?? part?.day ?? null
  const minutes = inPart(timeIn(rest, words) ?? bareTimeIn(rest, words), part)
  return {
    title: rest.title(),
    deadline: fromNow === null ? deadlineOf(day, minutes, context) : instantFromNow(fromNow, context),
    is_timed: minutes !== null || fromNow !== null,
    estimate_minutes,
    assignees,
    branch_id,
    priority,
    labels,
  }
}

/** The times of the day that a text names, two at most, in minutes after midnight, the earlier one first. */
export function clockTimesIn(text: string, language: Language): number[] {
  const rest = new Rest(text)
  const words = [quickWords[language], quickWords.en]
  const next = () => timeIn(rest, words) ?? bareTimeIn(rest, words)
  return [next(), next()].filter(time => time !== null).sort((one, other) => one - other)
}

/**
 * The moment that a whole phrase names, such as "yesterday 14:00", in milliseconds; null if it says something else, or
 * no time of the day. Weekdays and dates are the last ones. A time without a day is today, or in the last hours of
 * yesterday.
 */
export function pastMoment(
  phrase: string,
  { language, now, zone }: Pick<QuickContext, 'language' | 'now' | 'zone'>,
): { at: number; isDayNamed: boolean } | null {
  const rest = new Rest(phrase)
  const words = [quickWords[language], quickWords.en]
  const clocks = zoneTime(zone)
  const today = clocks.dayOf(now)
  const day = pastDayIn(rest, words, today)
  const minutes = timeIn(rest, words)
  if (minutes === null || rest.title() !== '') return null
  const at = clocks.instantOf(day ?? today, minutes)
  if (at <= now) return { at, isDayNamed: day !== null }
  const lastNight = clocks.instantOf(today - 1, minutes)
  return day === null && now - lastNight <= lastHours ? { at: lastNight, isDayNamed: false } : null
}

function pastDayIn(rest: Rest, words: readonly QuickWords[], today: number): number | null {
  for (const each of words) {
    const on = `(?:(?:${each.on}) )?`
    if (rest.take(`${on}(?:${each.dayBeforeYesterday})`)) return today - 2
    if (rest.take(`${on}(?:${each.yesterday})`)) return today - 1
    if (rest.take(`${on}(?:${each.today})`)) return today
    const index = each.weekdays.findIndex(weekday => rest.take(`${on}(?:${weekday})`))
    if (index >= 0) return today - ((weekdayOf(today) - index - 1 + 7) % 7 || 7)
    const date = dateIn(rest, each, today, 'last')
    if (date !== null) return date
  }
  return null
}

/** The part of the text that was not understood yet. */
class Rest {
  constructor(private text: string) {}

  /** Takes out the first place where a whole word, or several, match; returns the groups of the match. */
  take(pattern: string): string[] | null {
    const found = new RegExp(`(?<=^|\\s)(?:${pattern})(?=$|[\\s,:;.!?])`, 'iu').exec(this.text)
    if (!found) return null
    this.text = `${this.text.slice(0, found.index)} ${this.text.slice(found.index + found[0].length)}`
    return found.slice(1).map(group => group ?? '')
  }

  /** All words that begin with a sign. */
  marked(sign: string): string[] {
    return [...this.text.matchAll(new RegExp(`(?<=^|\\s)${sign}([\\p{L}\\p{M}\\p{N}_.-]{1,60})`, 'gu'))].map(
      found => found[1] ?? '',
    )
  }

  cut(word: string): void {
    this.text = this.text.replace(word, ' ')
  }

  title(): string {
    return this.text
      .replace(/\s+/g, ' ')
      .replace(/ ([,;.!?])/g, '$1')
      .replace(/^[\s,;.]+|[\s,;]+$/g, '')
  }
}

/** A name without capitals and the signs between its words. */
export const squeezed = (name: string) => name.toLocaleLowerCase().replace(/[\s._-]+/g, '')

/** The ids of what is named with a sign; a name that fits none or several stays in the text. */
function mentioned(rest: Rest, sign: string, all: readonly Named[]): number[] {
  const ids: number[] = []
  for (const word of rest.marked(sign)) {
    const wanted = squeezed(word)
    const exact = all.filter(({ name }) => squeezed(name) === wanted)
    const beginning = all.filter(({ name }) =>
      [squeezed(name), ...name.split(/\s+/).map(squeezed)].some(part => part.startsWith(wanted)),
    )
    const found = exact.length > 0 ? exact : beginning
    const [only] = found
    if (wanted === '' || found.length !== 1 || !only) continue
    if (!ids.includes(only.id)) ids.push(only.id)
    rest.cut(sign + word)
  }
  return ids
}

/** Words with # that name no space are labels. */
function labelsIn(rest: Rest): string[] {
  const labels = [...new Set(rest.marked('#'))].slice(0, 12).map(label => label.slice(0, 40))
  for (const label of labels) rest.cut(`#${label}`)
  return labels
}

function priorityIn(rest: Rest, words: readonly QuickWords[]): TaskPriority | null {
  for (const { priorities } of words)
    for (const [priority, word] of Object.entries(priorities) as [TaskPriority, string][])
      if (rest.take(`!${word}`)) return priority
  return null
}

function estimateIn(rest: Rest, words: readonly QuickWords[]): number | null {
  for (const { minutes, hours } of words) {
    const both = rest.take(`(\\d{1,2}) ?(?:${hours}) ?(\\d{1,2}) ?(?:${minutes})`)
    if (both) return estimate(Number(both[0]) * 60 + Number(both[1]))
    const inHours = rest.take(`(\\d{1,3}(?:[.,]\\d)?) ?(?:${hours})`)
    if (inHours) return estimate(Math.round(Number((inHours[0] ?? '').replace(',', '.')) * 60))
    const inMinutes = rest.take(`(\\d{1,4}) ?(?:${minutes})\\.?`)
    if (inMinutes) return estimate(Number(inMinutes[0]))
  }
  return null
}

const estimate = (minutes: number) => (minutes >= 1 ? Math.min(minutes, longestEstimate) : null)

/** “In 2 hours”, “in half an hour”: minutes from now. */
function minutesFromNowIn(rest: Rest, words: readonly QuickWords[]): number | null {
  for (const { inMinutes, inHours, inAnHour, inHalfAnHour } of words) {
    if (rest.take(inHalfAnHour)) return 30
    if (rest.take(inAnHour)) return 60
    const hours = rest.take(inHours)
    if (hours) return Math.round(Number((hours[0] ?? '').replace(',', '.')) * 60)
    const minutes = rest.take(inMinutes)
    if (minutes) return Number(minutes[0])
  }
  return null
}

const minute = 60_000

const instantFromNow = (minutes: number, { now }: QuickContext) =>
  new Date((Math.round(now / minute) + minutes) * minute).toISOString()

/** A part of a day: its beginning in minutes after midnight, and the day if its words mean today. */
interface PartOfDay {
  minutes: number
  day: number | null
}

/** The named part of a day, behind the name of the day or in words of its own, such as “tonight”. */
function partIn(rest: Rest, words: readonly QuickWords[], { now, zone }: QuickContext): PartOfDay | null {
  const clocks = zoneTime(zone)
  const today = clocks.dayOf(now)
  for (const { parts, weekdays, ...each } of words) {
    const days = [each.dayAfterTomorrow, each.tomorrow, each.today, ...weekdays].join('|')
    for (const { behind, today: itself, minutes } of parts) {
      if (itself !== null && rest.take(itself)) {
        const passed = Math.floor((now - clocks.instantOf(today, 0)) / minute)
        // What has begun already means what is left of it.
        return {
          day: today,
          minutes: minutes > passed ? minutes : Math.min(23 * 60, Math.ceil((passed + 1) / 60) * 60),
        }
      }
      if (rest.take(`(?<=(?:^|\\s)(?:${days})\\s+)(?:${behind})`)) return { day: null, minutes }
    }
  }
  return null
}

/** A time of the day within the named part; without one the beginning of the part. */
function inPart(time: number | null, part: PartOfDay | null): number | null {
  if (time === null || part === null) return time ?? part?.minutes ?? null
  const noon = 12 * 60
  return part.minutes > noon && time < noon ? time + noon : time
}

/** An hour without more: from one to six in the afternoon, because most people sleep at night. */
function bareTimeIn(rest: Rest, words: readonly QuickWords[]): number | null {
  for (const { bareHour } of words) {
    const found = rest.take(bareHour)
    if (!found) continue
    const hour = Number(found[0])
    return minutesOf(hour >= 1 && hour <= 6 ? hour + 12 : hour, 0)
  }
  return null
}

/** The named day, counted from 1970-01-01. */
function dayIn(rest: Rest, words: readonly QuickWords[], { now, zone }: QuickContext): number | null {
  const today = zoneTime(zone).dayOf(now)
  for (const each of words) {
    const day = nearDayIn(rest, each, today) ?? weekdayIn(rest, each, today) ?? dateIn(rest, each, today)
    if (day !== null) return day
  }
  return null
}

function nearDayIn(rest: Rest, words: QuickWords, today: number): number | null {
  const on = `(?:(?:${words.on}) )?`
  if (rest.take(`${on}(?:${words.dayAfterTomorrow})`)) return today + 2
  if (rest.take(`${on}(?:${words.tomorrow})`)) return today + 1
  if (rest.take(`${on}(?:${words.today})`)) return today
  const days = rest.take(words.inDays)
  if (days) return today + Number(days[0])
  const weeks = rest.take(words.inWeeks)
  return weeks && today + 7 * Number(weeks[0])
}

function weekdayIn(rest: Rest, { on, next, weekdays }: QuickWords, today: number): number | null {
  for (const [index, weekday] of weekdays.entries()) {
    // Next Friday is the one of the week that begins on Monday.
    if (rest.take(`(?:(?:${on}) )?(?:${next}) (?:${weekday})`)) return today + 8 - weekdayOf(today) + index
    if (rest.take(`(?:(?:${on}) )?(?:${weekday})`)) return today + ((index + 1 - weekdayOf(today) + 7) % 7 || 7)
  }
  return null
}

/** A date with a year, or the next or last one with this day and month. */
function dateIn(
  rest: Rest,
  { on, isMonthFirst }: QuickWords,
  today: number,
  which: 'next' | 'last' = 'next',
): number | null {
  const before = `(?:(?:${on}) )?`
  const iso = rest.take(`${before}(\\d{4})-(\\d{2})-(\\d{2})`)
  if (iso) return dayOf(Number(iso[0]), Number(iso[1]), Number(iso[2]))
  const written = rest.take(`${before}(\\d{1,2})[./](\\d{1,2})(?:[./](\\d{4})|\\.)?`)
  if (!written) return null
  const [first = 0, second = 0, year = 0] = written.map(Number)
  const [month, day] = isMonthFirst ? [first, second] : [second, first]
  if (year > 0) return dayOf(year, month, day)
  const thisYear = new Date(today * 86_400_000).getUTCFullYear()
  const nearest = dayOf(thisYear, month, day)
  if (nearest === null) return null
  if (which === 'last') return nearest > today ? dayOf(thisYear - 1, month, day) : nearest
  return nearest < today ? dayOf(thisYear + 1, month, day) : nearest
}

function dayOf(year: number, month: number, day: number): number | null {
  const time = Date.UTC(year, month - 1, day)
  const date = new Date(time)
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1970
  return exists ? Math.floor(time / 86_400_000) : null
}

/** The named time, in minutes after midnight. */
function timeIn(rest: Rest, words: readonly QuickWords[]): number | null {
  for (const { on, oClock, afternoon } of words) {
    const before = `(?:(?:${on}) )?`
    const later = rest.take(before + afternoon)
    if (later) return minutesOf((Number(later[0]) % 12) + 12, Number(later[1]))
    const half = rest.take(`${before}(\\d{1,2})(?::(\\d{2}))? ?(a|p)\\.?m\\.?`)
    if (half) {
      const hour = Number(half[0]) % 12
      return minutesOf(hour + (half[2]?.toLowerCase() === 'p' ? 12 : 0), Number(half[1]))
    }
    const whole = rest.take(`${before}(\\d{1,2}):(\\d{2})(?: ?(?:${oClock}))?`)
    if (whole) return minutesOf(Number(whole[0]), Number(whole[1]))
    const hour = rest.take(`${before}(\\d{1,2}) ?(?:${oClock})`)
    if (hour) return minutesOf(Number(hour[0]), 0)
  }
  return null
}

const minutesOf = (hours: number, minutes: number) => (hours < 24 && minutes < 60 ? hours * 60 + minutes : null)

/** A time without a day is the next one. */
function deadlineOf(day: number | null, minutes: number | null, { now, zone }: QuickContext): string | null {
  if (day === null && minutes === null) return null
  const clocks = zoneTime(zone)
  const today = clocks.dayOf(now)
  const at = clocks.instantOf(day ?? today, minutes ?? endOfDay)
  const instant = day === null && at <= now ? clocks.instantOf(today + 1, minutes ?? endOfDay) : at
  return new Date(instant).toISOString()
}
