import { clockTimesIn } from '#shared/rules/quick-task'
import { zoneTime } from '#shared/rules/zone-time'
import type { MemberContext } from '../../platform/request-context'
import type { ParsedQuestion } from '../../platform/tool'
import { planningWords } from './mate-words.data'

const minute = 60_000
const dayMinutes = 24 * 60
/** How long after a time of the day is looked at, in minutes. */
const moment = 30

/** The days of a question, counted from 1970-01-01, and the time of the day, in minutes after midnight. */
export interface AskedTime {
  first: number
  last: number
  time: { from: number; to: number } | null
}

/** The time that a question is about in the zone of the caller; today unless it names a day. */
export function askedTime(ctx: MemberContext, { time, questions, language }: ParsedQuestion): AskedTime {
  const zone = zoneTime(ctx.caller.timezone)
  const now = Date.parse(ctx.now)
  const today = zone.dayOf(now)
  const nowMinutes = Math.floor((now - zone.instantOf(today, 0)) / minute)
  const found = questions.map(question => timeOfDay(question, language, nowMinutes)).find(part => part !== null)
  return {
    first: time ? zone.dayOf(Date.parse(time.from)) : today,
    last: time ? zone.dayOf(Date.parse(time.to) - 1) : today,
    time: found ?? null,
  }
}

function timeOfDay(question: string, language: ParsedQuestion['language'], now: number): AskedTime['time'] {
  const { parts, now: saysNow } = planningWords[language]
  const [, from, to] = parts.find(([pattern]) => pattern.test(question)) ?? []
  const clock = clockTimesIn(question, language).map(at =>
    from !== undefined && from >= 720 && at < 720 ? at + 720 : at,
  )
  const [first, second] = clock
  if (first !== undefined) return { from: first, to: second !== undefined && second > first ? second : first + moment }
  if (from !== undefined && to !== undefined) return { from, to }
  return saysNow.test(question) ? { from: now, to: now + moment } : null
}

/** The instants of an asked time; of a whole day only what is still to come. */
export function instantsOf(ctx: MemberContext, { first, last, time }: AskedTime): { from: number; to: number } {
  const zone = zoneTime(ctx.caller.timezone)
  if (time) return { from: zone.instantOf(first, time.from), to: zone.instantOf(first, time.to) }
  return { from: Math.max(zone.instantOf(first, 0), Date.parse(ctx.now)), to: zone.instantOf(last, dayMinutes) }
}

export const dayText = (day: number): string => new Date(day * dayMinutes * minute).toISOString().slice(0, 10)

export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
