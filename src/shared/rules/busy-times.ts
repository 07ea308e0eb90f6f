import type ICAL from 'ical.js'
import { planning as limits } from '../contract/planning/limits'
import { zoneTime } from './zone-time'

/** The text is no iCalendar file. */
export class NotACalendar extends Error {
  override name = 'NotACalendar'
}

interface Options {
  /** The package ical.js, which shared code does not load itself. */
  ical: typeof ICAL
  /** Times before `from` and after `to` are left out; milliseconds. */
  from: number
  to: number
  /** The zone of times that name none. */
  zone: string
}

interface Span {
  from: number
  to: number
}

/** Occurrences that are looked at, so that a rule without an end cannot go on for ever. */
const mostLookedAt = 50_000

/**
 * The times in which somebody is busy according to an iCalendar file, in order and without overlaps; at most as many as
 * the server keeps. Nothing else of the calendar is kept. Throws {@link NotACalendar}.
 */
export function busyTimesIn(text: string, options: Options): { start: string; end: string }[] {
  const calendars = parsed(text, options.ical)
  const looked = { left: mostLookedAt }
  const spans = calendars.flatMap(calendar => [
    ...eventsOf(calendar, options.ical).flatMap(event => occurrencesOf(event, options, looked)),
    ...freeBusyOf(calendar, options.ical),
  ])
  return merged(spans.filter(({ from, to }) => from < to && to > options.from && from < options.to))
    .slice(0, limits.busyTimes)
    .map(({ from, to }) => ({ start: new Date(from).toISOString(), end: new Date(to).toISOString() }))
}

function parsed(text: string, ical: typeof ICAL): ICAL.Component[] {
  // Zones that an earlier file described under the same names do not count.
  ical.TimezoneService.reset()
  let found: unknown
  try {
    found = ical.parse(text)
  } catch (cause) {
    throw new NotACalendar('The file cannot be read.', { cause })
  }
  // A file with several calendars is a list of them.
  const all = (Array.isArray(found) && typeof found[0] === 'string' ? [found] : found) as string[][]
  const calendars = all.map(one => new ical.Component(one)).filter(one => one.name === 'vcalendar')
  if (calendars.length === 0) throw new NotACalendar('There is no calendar in the file.')
  for (const calendar of calendars)
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ical.TimezoneService.register(zone)
  return calendars
}

/** The events that take time, each with its moved occurrences. */
function eventsOf(calendar: ICAL.Component, ical: typeof ICAL): ICAL.Event[] {
  const all = calendar.getAllSubcomponents('vevent').map(component => new ical.Event(component))
  const moved = all.filter(event => event.isRecurrenceException())
  return all
    .filter(event => !event.isRecurrenceException())
    .map(event => {
      for (const other of moved) if (other.uid === event.uid) event.relateException(other)
      return event
    })
}

const textOf = (event: ICAL.Event, name: string) =>
  String(event.component.getFirstPropertyValue(name) ?? '').toUpperCase()

const takesTime = (event: ICAL.Event): boolean =>
  textOf(event, 'transp') !== 'TRANSPARENT' &&
  textOf(event, 'status') !== 'CANCELLED' &&
  textOf(event, 'x-microsoft-cdo-busystatus') !== 'FREE'

function occurrencesOf(event: ICAL.Event, options: Options, looked: { left: number }): Span[] {
  if (!event.startDate) return []
  if (!event.isRecurring()) return takesTime(event) ? [spanOf(event, event.startDate, event.endDate, options)] : []
  const spans: Span[] = []
  const iterator = event.iterator()
  for (let next = iterator.next(); next && looked.left > 0; next = iterator.next()) {
    looked.left -= 1
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    const span = spanOf(item, startDate, endDate, options)
    if (span.from >= options.to) break
    if (takesTime(item)) spans.push(span)
  }
  return spans
}

/** Published periods, which are always in UTC. */
function freeBusyOf(calendar: ICAL.Component, ical: typeof ICAL): Span[] {
  return calendar.getAllSubcomponents('vfreebusy').flatMap(component =>
    component.getAllProperties('freebusy').flatMap(property => {
      if (String(property.getParameter('fbtype') ?? 'BUSY').toUpperCase() === 'FREE') return []
      return property
        .getValues()
        .filter(period => period instanceof ical.Period)
        .map(period => ({ from: period.start.toUnixTime() * 1_000, to: period.getEnd().toUnixTime() * 1_000 }))
    }),
  )
}

/** The span of an occurrence, in the zones that the event names for its beginning and its end. */
function spanOf(event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, options: Options): Span {
  const zoneOf = (name: string) => event.component.getFirstProperty(name)?.getParameter('tzid')
  const begins = String(zoneOf('dtstart') ?? '')
  return { from: instantOf(start, begins, options), to: instantOf(end, String(zoneOf('dtend') ?? begins), options) }
}

/** The instant of a time: in UTC, in a zone that the file describes, in one that this runtime knows, or in the person’s. */
function instantOf(time: ICAL.Time, named: string, { ical, zone }: Options): number {
  const isDescribed = named !== '' && ical.TimezoneService.has(named)
  if (!time.isDate && (time.zone?.tzid === 'UTC' || isDescribed)) return time.toUnixTime() * 1_000
  const clocks = zoneTime(!time.isDate && isZone(named) ? named : zone)
  const day = Date.UTC(time.year, time.month - 1, time.day) / 86_400_000
  return time.isDate
    ? clocks.instantOf(day, 0)
    : clocks.instantOf(day, time.hour * 60 + time.minute) + time.second * 1_000
}

function isZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function merged(spans: readonly Span[]): Span[] {
  const ordered = spans.toSorted((one, other) => one.from - other.from)
  const result: Span[] = []
  for (const span of ordered) {
    const last = result.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else result.push({ ...span })
  }
  return result
}
