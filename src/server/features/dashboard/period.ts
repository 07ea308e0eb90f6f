import { Temporal } from 'temporal-polyfill'
import { longestPeriod } from '#shared/contract/dashboard/endpoints'
import { apiError } from '#shared/errors'
import { day, hour } from '#shared/limits'
import { dayIn } from '../../platform/day'
import type { MemberContext } from '../../platform/request-context'

export interface Period {
  from: string
  to: string
}

/** The period of a call, by default today in the zone of the caller. Refuses one that is empty or too long. */
export function periodOf(
  { app, caller }: Pick<MemberContext, 'app' | 'caller'>,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Period {
  const now = Temporal.Instant.fromEpochMilliseconds(app.clock.now()).toZonedDateTimeISO(caller.timezone)
  const today = dayIn(caller.timezone, now.toPlainDate().toString())
  const period = { from: from ?? today.from, to: to ?? today.to }
  const length = Date.parse(period.to) - Date.parse(period.from)
  // A day more, because a day can have 25 hours.
  if (length > 0 && length <= (longestPeriod + 1) * day) return period
  const message = length > 0 ? `A period has at most ${longestPeriod} days.` : 'The period is empty.'
  throw apiError('request.invalid', { issues: [{ path: 'from', message }] })
}

/** The beginnings of its hours if it has up to two days, otherwise of its days in a zone. The first is its own. */
export function startsOf({ from, to }: Period, timezone: string): string[] {
  const [first, end] = [Date.parse(from), Date.parse(to)]
  const byHour = end - first <= 2 * day + hour
  const starts = [first]
  let next = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(timezone)
  next = byHour ? next.round({ smallestUnit: 'hour', roundingMode: 'floor' }) : next.startOfDay()
  do {
    next = byHour ? next.add({ hours: 1 }) : next.add({ days: 1 })
    if (next.epochMilliseconds < end) starts.push(next.epochMilliseconds)
  } while (next.epochMilliseconds < end)
  return starts.map(instant => new Date(instant).toISOString())
}

/** The period of the same length before, up to the time of day that it is now in a period that has not ended. */
export function periodBefore({ from, to }: Period, now: string): Period {
  const [first, end] = [Date.parse(from), Date.parse(to)]
  const begin = first - (end - first)
  const elapsed = Math.min(end, Math.max(first, Date.parse(now))) - first
  return { from: new Date(begin).toISOString(), to: new Date(begin + elapsed).toISOString() }
}
