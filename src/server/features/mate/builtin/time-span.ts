import { Temporal } from 'temporal-polyfill'
import type { Phrases } from './phrases'

/** A span of whole days in the person's zone, as instants, and its name in words. */
export interface TimeSpan {
  from: string
  to: string
  said: string
}

const isoDay = /\b(\d{4}-\d{2}-\d{2})\b/

/**
 * The span of time that a question names; undefined if it names none. Clock changes are handled because days are
 * counted as calendar days.
 */
export function timeSpanIn(question: string, phrases: Phrases, now: string, zone: string): TimeSpan | undefined {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate()
  const { times, say } = phrases
  const span = (from: Temporal.PlainDate, to: Temporal.PlainDate, said: string): TimeSpan => ({
    from: startOf(from, zone),
    to: startOf(to.add({ days: 1 }), zone),
    said,
  })
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const days = times.lastDays.exec(question)?.[1]
  if (days) return span(today.subtract({ days: Math.max(Number(days) - 1, 0) }), today, say.when.lastDays(Number(days)))
  if (times.lastWeek.test(question))
    return span(monday.subtract({ days: 7 }), monday.subtract({ days: 1 }), say.when.lastWeek)
  if (times.thisWeek.test(question)) return span(monday, today, say.when.thisWeek)
  if (times.yesterday.test(question))
    return span(today.subtract({ days: 1 }), today.subtract({ days: 1 }), say.when.yesterday)
  const named = namedDay(question, phrases, today)
  if (named) return span(named, named, say.when.on(spokenDay(named, phrases.locale)))
  if (times.today.test(question)) return span(today, today, say.when.today)
  return undefined
}

/** A written date, or the most recent day of a weekday's name. */
function namedDay(question: string, { times }: Phrases, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  const written = isoDay.exec(question)?.[1]
  if (written) {
    try {
      return Temporal.PlainDate.from(written)
    } catch {
      return undefined
    }
  }
  const weekday = times.weekdays.findIndex(name => name.test(question)) + 1
  if (weekday === 0) return undefined
  return today.subtract({ days: (today.dayOfWeek - weekday + 7) % 7 })
}

function startOf(day: Temporal.PlainDate, zone: string): string {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds).toISOString()
}

function spokenDay(day: Temporal.PlainDate, locale: string): string {
  return new Date(`${day.toString()}T12:00:00Z`).toLocaleDateString(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
}

/** An instant in the reader's zone and words: `2:04 PM`, with the day if it is not the day of `now`. */
export function spokenTime(instant: string, now: string, zone: string, locale: string): string {
  const sameDay = dayOf(instant, zone) === dayOf(now, zone)
  const time = { hour: 'numeric', minute: '2-digit', timeZone: zone } as const
  return new Date(instant).toLocaleString(
    locale,
    sameDay ? time : { weekday: 'short', month: 'short', day: 'numeric', ...time },
  )
}

function dayOf(instant: string, zone: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString()
}
