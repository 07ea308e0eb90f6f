import ICAL from 'ical.js'

/** A planned part of a task; instants in milliseconds. */
export interface PlannedEvent {
  task_id: number
  part: number
  parts: number
  title: string
  from: number
  to: number
}

const instant = (at: number) => ICAL.Time.fromJSDate(new Date(at), true)

/** Writes a schedule as an iCalendar file [RFC 5545], in which all times are in UTC. */
export function calendarText(
  events: readonly PlannedEvent[],
  { organization_id, user_id, now }: { organization_id: number; user_id: number; now: string },
): string {
  const calendar = new ICAL.Component('vcalendar')
  calendar.updatePropertyWithValue('version', '2.0')
  calendar.updatePropertyWithValue('prodid', '-//Wheelhouse//Schedule//EN')
  calendar.updatePropertyWithValue('x-wr-calname', 'Wheelhouse')
  for (const { task_id, part, parts, title, from, to } of events) {
    const event = new ICAL.Component('vevent')
    event.updatePropertyWithValue('uid', `task-${task_id}-${part}-${user_id}@${organization_id}.wheelhouse`)
    event.updatePropertyWithValue('dtstamp', instant(Date.parse(now)))
    event.updatePropertyWithValue('dtstart', instant(from))
    event.updatePropertyWithValue('dtend', instant(to))
    event.updatePropertyWithValue('summary', parts > 1 ? `${title} (${part}/${parts})` : title)
    calendar.addSubcomponent(event)
  }
  return `${calendar.toString()}\r\n`
}
