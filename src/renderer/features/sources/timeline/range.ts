import { Temporal } from 'temporal-polyfill'
import { day, minute } from '#shared/limits'
import { instantsOf } from '../../../platform/day-bounds'

/** How much of the day the strip shows. */
export const spans = ['day', 'hour', 'tenMinutes', 'minute'] as const
export type Span = (typeof spans)[number]

const lengths: Readonly<Record<Span, number>> = {
  day: 2 * day,
  hour: 60 * minute,
  tenMinutes: 10 * minute,
  minute,
}

export interface Range {
  from: string
  to: string
}

const iso = (at: number) => new Date(at).toISOString()

/** The day in a zone, or the part of it, that an instant is in. A day does not always have 24 hours. */
export function rangeAround(at: string, span: Span, zone: string): Range {
  const today = dayOf(at, zone)
  const whole = instantsOf({ first: today, last: today }, zone)
  const [begin, end] = [Date.parse(whole.from), Date.parse(whole.to)]
  const length = lengths[span]
  const from = begin + Math.floor((Date.parse(at) - begin) / length) * length
  return { from: iso(from), to: iso(Math.min(from + length, end)) }
}

/** The calendar day of an instant, `YYYY-MM-DD`. */
export function dayOf(at: string, zone: string): string {
  return Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** An instant as the value of a field for day and time, and back; null if the field is incomplete. */
export function toField(at: string, zone: string): string {
  return Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'second' })
}

export function fromField(text: string, zone: string): string | null {
  try {
    return iso(Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds)
  } catch {
    return null
  }
}
