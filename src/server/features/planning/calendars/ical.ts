/** A planned part of a task; instants in milliseconds. */
export interface PlannedEvent {
  task_id: number
  part: number
  parts: number
  title: string
  from: number
  to: number
}

/** The longest line of a file in bytes, without its end [RFC 5545, 3.1]. */
const lineBytes = 75

/** Writes a schedule as an iCalendar file [RFC 5545], in which all times are in UTC. */
export function calendarText(
  events: readonly PlannedEvent[],
  { organization_id, user_id, now }: { organization_id: number; user_id: number; now: string },
): string {
  const lines = events.flatMap(({ task_id, part, parts, title, from, to }) => [
    'BEGIN:VEVENT',
    `UID:task-${task_id}-${part}-${user_id}@${organization_id}.wheelhouse`,
    `DTSTAMP:${instant(Date.parse(now))}`,
    `DTSTART:${instant(from)}`,
    `DTEND:${instant(to)}`,
    `SUMMARY:${escaped(parts > 1 ? `${title} (${part}/${parts})` : title)}`,
    'END:VEVENT',
  ])
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Wheelhouse//Schedule//EN', 'X-WR-CALNAME:Wheelhouse']
  return [...head, ...lines, 'END:VCALENDAR'].flatMap(folded).join('\r\n').concat('\r\n')
}

/** `20261120T090000Z`. */
const instant = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/** A long line as several ones: each further one begins with a blank, and no character is cut. */
function folded(line: string): string[] {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > lineBytes) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part]
}
