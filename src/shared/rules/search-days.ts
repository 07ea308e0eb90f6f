import type { Language } from '../contract/common'
import { type DayRange, namedRanges, rangeNamed } from './day-ranges'
import { quickWords } from './quick-task-words.data'
import { type SearchDayWords, searchDayWords } from './search-days-words.data'

/** The days that a search names, and the rest of it. */
export interface SearchDays {
  range: DayRange
  /** The words that name them, as they were typed. */
  said: string
  rest: string
}

const longestText = 300
const dayLength = 86_400_000
const later = (of: string, days: number) => new Date(Date.parse(of) + days * dayLength).toISOString().slice(0, 10)

/**
 * The days that a search names, such as "door last week", "since Monday" or "12 to 14 November"; null if it names none, or
 * nothing else. Weekdays and dates without a year are the last ones. What stands in quotes is searched for as it is. Words
 * of English are understood in every language.
 */
export function daysInSearch(
  typed: string,
  { language, today }: { language: Language; today: string },
): SearchDays | null {
  if (typed.length > longestText) return null
  const text = typed.replace(/\s+/g, ' ')
  const unquoted = text.replace(/"[^"]*"?|“[^”]*”?/g, quoted => '\0'.repeat(quoted.length))
  for (const of of new Set<Language>([language, 'en'])) {
    for (const { pattern, days } of expressionsOf(of)) {
      const match = pattern.exec(unquoted)
      const range = match && days(match, today)
      if (!match) continue
      if (!range) return null
      const said = text.slice(match.index, match.index + match[0].length)
      const rest = `${text.slice(0, match.index)} ${text.slice(match.index + said.length)}`.replace(/\s+/g, ' ').trim()
      return /[\p{L}\p{N}]/u.test(rest) ? { range, said, rest } : null
    }
  }
  return null
}

interface Expression {
  pattern: RegExp
  days: (match: RegExpExecArray, today: string) => DayRange | null
}

const known = new Map<Language, readonly Expression[]>()

function expressionsOf(language: Language): readonly Expression[] {
  const expressions = known.get(language) ?? makeExpressions(language)
  known.set(language, expressions)
  return expressions
}

/** Whole words between blanks, so that words after a minus, which excludes them, are left alone. */
const whole = (pattern: string) => new RegExp(`(?<=^|[\\s,])(?:${pattern})(?=$|[\\s,;!?]|\\.(?:\\s|$))`, 'iu')
const optional = (words: string) => (words === '' ? '' : `(?:(?:${words}) )?`)

/** Longer expressions are before those that they contain. */
function makeExpressions(language: Language): Expression[] {
  const words = searchDayWords[language]
  const { ranges, lastDays, on, from, through, since } = words
  const { single, dayOf } = singleDays(language)
  const { year, month } = monthsOf(language, words)
  const number = `(\\d{1,2})(?:${words.ordinal || '(?!)'})?`
  const sinceDay = 'before' in since ? `(?:${since.before}) (${single})` : `(${single}) (?:${since.after})`
  const named = (name: keyof typeof ranges): Expression => ({
    pattern: whole(ranges[name]),
    days: (_, today) => rangeNamed(name, today),
  })
  return [
    {
      pattern: whole(
        `${optional(from)}${number}(?:${through})((?:\\d{1,2})(?:${words.ordinal || '(?!)'})?${month}${year})`,
      ),
      days: ([, first = '', last = ''], today) => {
        const to = dayOf(last, today)
        return to === null ? null : ordered(`${to.slice(0, 8)}${first.padStart(2, '0')}`, to)
      },
    },
    {
      pattern: whole(`${optional(from)}(${single})(?:${through})(${single})`),
      days: ([, first = '', last = ''], today) => {
        const [start, to] = [dayOf(first, today), dayOf(last, today)]
        // The Monday before a Wednesday may be in the week before.
        if (start === null || to === null) return null
        return ordered(start, to) ?? (/\d/.test(first) ? null : ordered(later(start, -7), to))
      },
    },
    {
      pattern: whole(sinceDay),
      days: ([, day = ''], today) => {
        const start = dayOf(day, today)
        return start === null ? null : ordered(start, today)
      },
    },
    ...namedRanges.flatMap(name => (name === 'today' || name === 'yesterday' ? [] : [named(name)])),
    {
      pattern: whole(lastDays),
      days: ([, count], today) => (Number(count) > 0 ? { from: later(today, 1 - Number(count)), to: today } : null),
    },
    {
      pattern: whole(`${optional(on)}(${single})`),
      days: ([, day = ''], today) => {
        const only = dayOf(day, today)
        return only === null ? null : { from: only, to: only }
      },
    },
  ]
}

/** A real day that is not after another one. */
const ordered = (from: string, to: string): DayRange | null =>
  !Number.isNaN(Date.parse(from)) && from <= to ? { from, to } : null

/** The expressions of a language for one day, and what they mean. */
function singleDays(language: Language) {
  const words = searchDayWords[language]
  const { today: now, yesterday, dayBeforeYesterday, isMonthFirst } = quickWords[language]
  const weekdays = Array.from({ length: 7 }, (_, index) => named(language, { weekday: 'long' }, 5 + index))
  const { name, month, year, numberOf } = monthsOf(language, words)
  const ordinal = `(?:${words.ordinal || '(?!)'})?`
  const dates = [
    '(?<year>\\d{4})-(?<number>\\d{2})-(?<day>\\d{2})',
    ...(isMonthFirst
      ? ['(?<number>\\d{1,2})/(?<day>\\d{1,2})/(?<year>\\d{4})']
      : ['(?<day>\\d{1,2})[./](?<number>\\d{1,2})[./](?<year>\\d{4})', '(?<day>\\d{1,2})\\.(?<number>\\d{1,2})\\.']),
    `(?<day>\\d{1,2})${ordinal}${month}${year}`,
    `${name} (?<day>\\d{1,2})${ordinal}${year}`,
  ]
  const near: [string, number][] = [
    [dayBeforeYesterday, -2],
    [yesterday, -1],
    [now, 0],
  ]
  const anonymous = (pattern: string) => pattern.replace(/\(\?<\w+>/g, '(?:')
  const single = [...near.map(([word]) => word), ...weekdays, ...dates.map(anonymous)].join('|')
  const isAll = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`, 'iu').exec(text)

  function dayOf(text: string, today: string): string | null {
    const [, away] = near.find(([word]) => isAll(word, text)) ?? []
    if (away !== undefined) return later(today, away)
    const weekday = weekdays.findIndex(name => isAll(name, text))
    if (weekday >= 0) return later(today, -((new Date(Date.parse(today)).getUTCDay() + 6 - weekday) % 7))
    for (const date of dates) {
      const groups = isAll(date, text)?.groups
      if (groups) return dateFrom(groups, numberOf, today)
    }
    return null
  }
  return { single, dayOf }
}

/** A date that exists; without a year the last one. */
function dateFrom(
  { year, number, month, day }: Record<string, string>,
  numberOf: (month: string) => number,
  today: string,
): string | null {
  const at = (of: number) => {
    const time = new Date(
      Date.UTC(of, (number === undefined ? numberOf(month ?? '') : Number(number)) - 1, Number(day)),
    )
    return time.getUTCDate() === Number(day) ? time.toISOString().slice(0, 10) : null
  }
  if (year !== undefined) return at(Number(year))
  const thisYear = at(Number(today.slice(0, 4)))
  return thisYear !== null && thisYear > today ? at(Number(today.slice(0, 4)) - 1) : thisYear
}

/** The name of a day of January 2026, whose fifth was a Monday, or of its month. */
const named = (language: Language, style: Intl.DateTimeFormatOptions, day: number, month = 0) =>
  new Date(Date.UTC(2026, month, day))
    .toLocaleDateString(language, { ...style, timeZone: 'UTC' })
    .toLowerCase()
    .replace(/\.$/, '')

/** The months by their names, long and short, as the part of a date behind its day, and the year behind them. */
function monthsOf(language: Language, { of }: SearchDayWords) {
  const months = new Map(
    (['short', 'long'] as const).flatMap(style =>
      Array.from({ length: 12 }, (_, index) => [named(language, { month: style }, 15, index), index + 1] as const),
    ),
  )
  const names = [...months.keys()].sort((one, other) => other.length - one.length).join('|')
  const name = `(?<month>${names})\\.?`
  const between = of === '' ? '' : `(?:${of})?`
  return {
    name,
    month: `${between} ${name}`,
    year: `(?:,?${between} (?<year>\\d{4}))?`,
    numberOf: (month: string) => months.get(month.toLowerCase()) ?? 0,
  }
}
