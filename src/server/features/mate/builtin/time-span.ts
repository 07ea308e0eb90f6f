import { Temporal } from 'temporal-polyfill'
import { spokenDay } from '../../../platform/spoken-time'
import { anyOf, type Pattern } from '../../../platform/words/patterns'
import type { Phrases } from './phrases'

/** A span of whole days in the person's zone, or the last hours, as instants, and its name in words. */
export interface TimeSpan {
  from: string
  to: string
  said: string
}

interface Days {
  first: Temporal.PlainDate
  last: Temporal.PlainDate
  said: string
}

interface When {
  today: Temporal.PlainDate
  phrases: Phrases
  /** A weekday or a date without a year is the next one instead of the most recent one. */
  isAhead: boolean
}

/**
 * The spans of time that a text names, in its order, and the text without them. Clock changes are handled because days
 * are counted as calendar days.
 */
export function timesIn(
  text: string,
  phrases: Phrases,
  { now, zone, isAhead = false }: { now: string; zone: string; isAhead?: boolean },
): { spans: TimeSpan[]; rest: string } {
  const when: When = { today: Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate(), phrases, isAhead }
  const found: Found[] = []
  const hours = hoursIn(text, phrases, now)
  let rest = hours?.rest ?? text
  for (const { pattern, days } of expressions(phrases)) {
    for (let match = pattern.exec(rest); match; match = pattern.exec(rest)) {
      const end = match.index + match[0].length
      const named = days(match, when)
      if (named) found.push(since({ index: match.index, end, days: named }, rest, when))
      rest = rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(end)
    }
  }
  const inOrder = found.sort((first, other) => first.index - other.index)
  const spans = throughDays(inOrder, text, phrases).map(days => spanOf(days, zone))
  return { spans: hours ? [hours.span, ...spans] : spans, rest: rest.replace(/\s+/g, ' ').trim() }
}

/** “In the last hour”, and the text without it. */
function hoursIn(text: string, { times, say }: Phrases, now: string): { span: TimeSpan; rest: string } | undefined {
  const match = times.lastHours.exec(text)
  if (!match) return undefined
  const hours = Number(match.slice(1).find(Boolean) ?? 1)
  const from = new Date(Date.parse(now) - hours * 3_600_000).toISOString()
  const blank = ' '.repeat(match[0].length)
  return {
    span: { from, to: now, said: say.when.lastHours(hours) },
    rest: text.slice(0, match.index) + blank + text.slice(match.index + match[0].length),
  }
}

/** An expression in a text, from `index` until before `end`. */
interface Found {
  index: number
  end: number
  days: Days
}

/** The days of the expressions; two of them with “to” in between are one span. */
function throughDays(found: readonly Found[], text: string, { times, say, locale }: Phrases): Days[] {
  const [start, stop] = found
  const days = found.map(expression => expression.days)
  if (!start || !stop || !times.through.test(text.slice(start.end, stop.index))) return days
  const { first } = start.days
  const { last } = stop.days
  if (Temporal.PlainDate.compare(first, last) > 0) return days
  return [{ first, last, said: say.when.between(spokenDay(first, locale), spokenDay(last, locale)) }]
}

/** Continues a span to today if the text says “since”. */
function since(found: Found, text: string, { today, phrases }: When): Found {
  const { before, after } = phrases.times.since
  const says = before.test(text.slice(0, found.index)) || after.test(text.slice(found.end))
  if (!says || Temporal.PlainDate.compare(found.days.first, today) > 0) return found
  const { first } = found.days
  return { ...found, days: { first, last: today, said: phrases.say.when.since(spokenDay(first, phrases.locale)) } }
}

const spanOf = ({ first, last, said }: Days, zone: string): TimeSpan => ({
  from: startOf(first, zone),
  to: startOf(last.add({ days: 1 }), zone),
  said,
})

interface Expression {
  pattern: Pick<Pattern, 'exec'>
  days(match: RegExpExecArray, when: When): Days | undefined
}

const byLocale = new Map<string, readonly Expression[]>()

/** The expressions of a language, longer ones before those that they contain. */
function expressions(phrases: Phrases): readonly Expression[] {
  const known = byLocale.get(phrases.locale) ?? makeExpressions(phrases)
  byLocale.set(phrases.locale, known)
  return known
}

const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 })

function makeExpressions({ locale, times, say }: Phrases): Expression[] {
  const { when } = say
  const week = (weeks: number, said: string): Expression['days'] => {
    return (_, { today, isAhead }) => {
      const first = mondayOf(today).add({ weeks })
      // Nothing is logged after today, so this week is named as far as it has gone.
      return { first, last: weeks === 0 && !isAhead ? today : first.add({ days: 6 }), said }
    }
  }
  const { isPastAlsoFuture } = times
  const past = (days: number, said: string, ahead: string): Expression['days'] => {
    return (match, context) => {
      const isFuture = isPastAlsoFuture && context.isAhead
      return day(isFuture ? -days : days, isFuture ? ahead : said)(match, context)
    }
  }
  const day = (days: number, said: string): Expression['days'] => {
    return (_, { today }) => ({ first: today.add({ days }), last: today.add({ days }), said })
  }
  const month = (months: number, said: string): Expression['days'] => {
    return (_, { today, isAhead }) => {
      const first = today.with({ day: 1 }).add({ months })
      return { first, last: months === 0 && !isAhead ? today : first.add({ months: 1 }).subtract({ days: 1 }), said }
    }
  }
  const on = (named: Temporal.PlainDate): Days => ({
    first: named,
    last: named,
    said: when.on(spokenDay(named, locale)),
  })
  return [
    {
      pattern: times.lastDays,
      days: ([, count], { today }) => {
        const days = Number(count)
        return { first: today.subtract({ days: Math.max(days - 1, 0) }), last: today, said: when.lastDays(days) }
      },
    },
    { pattern: times.lastWeek, days: week(-1, when.lastWeek) },
    { pattern: times.nextWeek, days: week(1, when.nextWeek) },
    { pattern: times.thisWeek, days: week(0, when.thisWeek) },
    { pattern: times.lastMonth, days: month(-1, when.lastMonth) },
    { pattern: times.thisMonth, days: month(0, when.thisMonth) },
    { pattern: times.dayBeforeYesterday, days: past(-2, when.dayBeforeYesterday, when.dayAfterTomorrow) },
    { pattern: times.dayAfterTomorrow, days: day(2, when.dayAfterTomorrow) },
    { pattern: times.tomorrow, days: day(1, when.tomorrow) },
    { pattern: times.yesterday, days: past(-1, when.yesterday, when.tomorrow) },
    ...datePatterns(locale).map(pattern => ({
      pattern,
      days: (match: RegExpExecArray, context: When) => {
        const date = dateOf(match.groups ?? {}, locale, context)
        return date && on(date)
      },
    })),
    ...times.weekdays.map((weekday, index) => ({
      pattern: weekday,
      days: (match: RegExpExecArray, { today, isAhead }: When) => {
        const isNext = isAhead || times.next.test(match.input.slice(0, match.index))
        const away = isNext ? (index + 8 - today.dayOfWeek) % 7 || 7 : -((today.dayOfWeek - index + 6) % 7)
        return on(today.add({ days: away }))
      },
    })),
    { pattern: times.today, days: day(0, when.today) },
  ]
}

/** `2026-11-21`, `21.11.2026`, `21. November`, `21 de noviembre de 2026`, `Nov 21`. */
function datePatterns(locale: string): Pattern[] {
  const name = `(?<month>${[...monthsOf(locale).keys()].map(month => month.replace('.', '\\.')).join('|')})\\.?`
  const year = '(?:,?(?: de| of)? (?<year>\\d{4}))?'
  return [
    anyOf('(?<year>\\d{4})-(?<number>\\d{2})-(?<day>\\d{2})'),
    anyOf('(?<day>\\d{1,2})\\.\\s?(?<number>\\d{1,2})\\.(?:\\s?(?<year>\\d{4}))?'),
    anyOf(`(?<day>\\d{1,2})(?:\\.|st|nd|rd|th|º)?(?: de| of)? ${name}${year}`),
    anyOf(`${name} (?<day>\\d{1,2})(?:st|nd|rd|th)?${year}`),
  ]
}

/** The months by their names in lower case, long and short. */
function monthsOf(locale: string): Map<string, number> {
  const months = Array.from({ length: 12 }, (_, index) => index + 1)
  const nameIn = (month: number, style: 'long' | 'short') =>
    new Date(Date.UTC(2026, month - 1, 15))
      .toLocaleDateString(locale, { month: style, timeZone: 'UTC' })
      .toLowerCase()
      .replace(/\.$/, '')
  return new Map(
    (['long', 'short'] as const).flatMap(style => months.map(month => [nameIn(month, style), month] as const)),
  )
}

function dateOf(
  { year, number, month, day }: Record<string, string>,
  locale: string,
  { today, isAhead }: When,
): Temporal.PlainDate | undefined {
  const parts = { month: Number(number ?? monthsOf(locale).get(month ?? '')), day: Number(day) }
  try {
    const date = Temporal.PlainDate.from({ year: Number(year ?? today.year), ...parts }, { overflow: 'reject' })
    if (year) return date
    const side = Temporal.PlainDate.compare(date, today)
    if (isAhead) return side < 0 ? date.add({ years: 1 }) : date
    return side > 0 ? date.subtract({ years: 1 }) : date
  } catch {
    return undefined
  }
}

function startOf(day: Temporal.PlainDate, zone: string): string {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds).toISOString()
}
