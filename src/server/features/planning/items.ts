import type { ScheduleItem } from '#shared/contract/planning/endpoints'
import type { PlannedPart } from '#shared/rules/day-planner'
import { type Span, type WorkingHours, workingSpans } from '#shared/rules/schedule-windows'
import { type ZoneTime, zoneTime } from '#shared/rules/zone-time'

const minute = 60_000

/** Fill and edge on a light ground, by number [9.8c]. */
const colours = [
  { color: '#DCECF8', borderColor: '#2F7DB8' },
  { color: '#FCEBCB', borderColor: '#B77512' },
  { color: '#D8F0E3', borderColor: '#2B8A5C' },
  { color: '#FADFEB', borderColor: '#C04A86' },
  { color: '#E9EDCB', borderColor: '#79851E' },
] as const

/** Days since 1970-01-01, both included. */
export interface DayRange {
  first: number
  last: number
}

/** A task as a schedule shows it; instants in milliseconds. */
export interface ShownTask {
  task_id: number | null
  title: string
  color_index: number
  minutes: number
  fixed_start: number | null
  start_after: number | null
  crossed_by: number
}

/** The local wall time of an instant, written with a `Z` that does not mean UTC [D15]. */
export const wallTime = (zone: ZoneTime, at: number): string => new Date(at + zone.offset(at)).toISOString()

/** The shifts of a person that begin on some days, and the breaks in them. */
export function hoursItems(user_id: number, hours: WorkingHours, { first, last }: DayRange): ScheduleItem[] {
  const shifts = workingSpans({ ...hours, days: hours.days.map(day => ({ ...day, breaks: [] })) })
  const worked = workingSpans(hours)
  const items: ScheduleItem[] = []
  for (let day = first; day <= last; day += 1) {
    shifts.on(day).forEach((shift, index) => {
      const within = worked.on(day).filter(({ from, to }) => from >= shift.from && to <= shift.to)
      items.push(plainItem(hours.timezone, user_id, 'working_hours', shift, `${day}.${index}`))
      gapsOf(shift, within).forEach((gap, place) => {
        items.push(plainItem(hours.timezone, user_id, 'break', gap, `${day}.${index}.${place}`))
      })
    })
  }
  return items
}

/** When a person is busy elsewhere; nobody learns with what. */
export function busyItems(user_id: number, timezone: string, busy: readonly Span[], range: DayRange): ScheduleItem[] {
  const zone = zoneTime(timezone)
  return busy
    .filter(({ from, to }) => zone.dayOf(from) <= range.last && zone.dayOf(to - 1) >= range.first)
    .map((span, index) => ({
      ...plainItem(timezone, user_id, 'break', span, `busy.${span.from}.${index}`),
      is_busy: true,
    }))
}

/** What of a span lies outside of the spans in it, which are in order. */
function gapsOf(span: Span, within: readonly Span[]): Span[] {
  const edges = [span.from, ...within.flatMap(({ from, to }) => [from, to]), span.to]
  return edges.flatMap((from, index) => {
    const to = edges[index + 1]
    return index % 2 === 0 && to !== undefined && from < to ? [{ from, to }] : []
  })
}

function plainItem(
  timezone: string,
  user_id: number,
  type: 'working_hours' | 'break',
  { from, to }: Span,
  key: string,
): ScheduleItem {
  const zone = zoneTime(timezone)
  return {
    timezone,
    ...{ id: `${type}.${user_id}.${key}`, user_id, type, title: '', total_duration: (to - from) / minute },
    ...{ start: wallTime(zone, from), end: wallTime(zone, to), fixed_start_time: null, start_after_time: null },
    ...{ task_id: null, task_chunk_part: null, task_chunk_count: null, task_deadline_crossedby: 0 },
    ...{ ...colours[0], color_index: 0 },
    is_busy: false,
  }
}

/** A part of a task in the time of a person. */
export function partItem(timezone: string, part: PlannedPart, task: ShownTask): ScheduleItem {
  const zone = zoneTime(timezone)
  const wall = (at: number | null) => (at === null ? null : wallTime(zone, at))
  return {
    timezone,
    ...{ id: `task.${part.user_id}.${part.task_id}.${part.part}`, user_id: part.user_id, type: 'task' },
    ...{ title: task.title, total_duration: task.minutes, task_id: task.task_id },
    ...{ start: wallTime(zone, part.from), end: wallTime(zone, part.to) },
    ...{ fixed_start_time: wall(task.fixed_start), start_after_time: wall(task.start_after) },
    ...{ task_chunk_part: part.part, task_chunk_count: part.parts, task_deadline_crossedby: task.crossed_by },
    ...(colours[task.color_index] ?? colours[0]),
    color_index: task.color_index,
    is_busy: false,
  }
}
