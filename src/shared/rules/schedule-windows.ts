import { weekdayOf, type ZoneTime, zoneTime } from './zone-time'

const dayLength = 86_400_000

/** A span of local wall time, `HH:MM`; `to` is exclusive. It crosses midnight if `to` is not after `from`. */
export interface WallRange {
  readonly from: string
  readonly to: string
}

/** When a person works [D15]. `breaks` are wall times; one that lies in the shift is excluded from it. */
export interface WorkingHours {
  /** An IANA time zone. */
  readonly timezone: string
  /** `weekday` is 1 (Monday) to 7: the day on which the shift begins. A weekday may have several shifts or none. */
  readonly days: readonly (WallRange & { readonly weekday: number; readonly breaks: readonly WallRange[] })[]
}

/** Instants in milliseconds; `to` is exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The spans that begin on each local day of a zone. */
export interface DailySpans {
  readonly zone: ZoneTime
  readonly on: (day: number) => readonly Span[]
}

/** The earliest allowed instant at or after `at`; null if there is none up to `limit`, inclusive. */
export type Opening = (at: number, limit: number) => number | null

/** At every instant. */
export const alwaysOpen: Opening = (at, limit) => (at <= limit ? at : null)

/** Whole days if there are no ranges; equal ends of a range mean a whole day from that time. No weekdays mean all. */
export function allowedSpans(
  timezone: string,
  ranges: readonly WallRange[],
  weekdays: readonly number[] | null,
): DailySpans {
  const zone = zoneTime(timezone)
  const minutes = ranges.length === 0 ? [{ from: 0, to: 0 }] : ranges.map(parseRange)
  return remembered(zone, day =>
    weekdays === null || weekdays.includes(weekdayOf(day)) ? minutes.map(range => spanOn(zone, day, range)) : [],
  )
}

/** The spans in which a person works, without the breaks. */
export function workingSpans({ timezone, days }: WorkingHours): DailySpans {
  const zone = zoneTime(timezone)
  const shifts = days.map(({ weekday, breaks, ...shift }) => ({
    weekday,
    shift: parseRange(shift),
    // A break without length excludes nothing; as a range it would be a whole day.
    breaks: breaks.map(parseRange).filter(({ from, to }) => from !== to),
  }))
  return remembered(zone, day => {
    const weekday = weekdayOf(day)
    return shifts.flatMap(entry => {
      if (entry.weekday !== weekday) return []
      const shift = spanOn(zone, day, entry.shift)
      // A shift across midnight has breaks of the next day; a break across midnight may have begun the day before.
      const pauses = entry.breaks.flatMap(pause => [-1, 0, 1].map(offset => spanOn(zone, day + offset, pause)))
      return pauses.reduce(without, [shift])
    })
  })
}

/** Searches look at the same days several times. */
function remembered(zone: ZoneTime, on: (day: number) => readonly Span[]): DailySpans {
  const days = new Map<number, readonly Span[]>()
  return {
    zone,
    on: day => {
      const known = days.get(day)
      if (known) return known
      // A span that ends where it begins lies in a time that the clocks skip.
      const spans = on(day).filter(({ from, to }) => from < to)
      days.set(day, spans)
      return spans
    },
  }
}

/** When at least one of the spans is open. */
export function openingOf({ zone, on }: DailySpans): Opening {
  return (at, limit) => {
    let first = Number.POSITIVE_INFINITY
    // A span of the day before may last until now, or begin again after a break while one of today is open.
    for (let day = zone.dayOf(at) - 1; ; day += 1) {
      for (const { from, to } of on(day)) if (to > at) first = Math.min(first, Math.max(from, at))
      const isLast = first === Number.POSITIVE_INFINITY ? isBefore(limit, day) : first <= zone.instantOf(day + 1, 0)
      if (isLast) return first <= limit ? first : null
    }
  }
}

/** Whether an instant is before a day in any zone: none is a day or more away from UTC. */
const isBefore = (instant: number, day: number) => instant < (day - 1) * dayLength

/** When both are open. */
export function bothOpen(one: Opening, other: Opening): Opening {
  return (at, limit) => {
    let time: number | null = at
    while (time !== null) {
      const first = one(time, limit)
      const second: number | null = first === null ? null : other(first, limit)
      if (first === second) return first
      time = second
    }
    return null
  }
}

interface MinuteRange {
  readonly from: number
  readonly to: number
}

const parseRange = ({ from, to }: WallRange): MinuteRange => ({ from: parseTime(from), to: parseTime(to) })

/** Minutes after midnight of `HH:MM`. */
function parseTime(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

const spanOn = (zone: ZoneTime, day: number, { from, to }: MinuteRange): Span => ({
  from: zone.instantOf(day, from),
  to: zone.instantOf(to > from ? day : day + 1, to),
})

function without(spans: readonly Span[], { from, to }: Span): Span[] {
  return spans.flatMap(span => {
    if (to <= span.from || from >= span.to || to <= from) return [span]
    return [
      ...(from > span.from ? [{ from: span.from, to: from }] : []),
      ...(to < span.to ? [{ from: to, to: span.to }] : []),
    ]
  })
}
