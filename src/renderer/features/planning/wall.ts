import type { ScheduleItem } from '#shared/contract/planning/endpoints'
import { zoneTime } from '#shared/rules/zone-time'
import { addDays } from '../../platform/days'

const dayLength = 86_400_000
const minute = 60_000
/** Pixels of an hour in the grid. */
export const hourHeight = 66

/** Without the trailing Z, because the times of a schedule are wall times [5.4a]. */
const wallOf = (text: string): string => text.replace(/Z$/, '')

/** Minutes after midnight of a day `YYYY-MM-DD`; negative before it, 1440 and more on later days. */
export const minutesOn = (day: string, wall: string): number =>
  (Date.parse(`${wallOf(wall)}Z`) - Date.parse(`${day}T00:00:00Z`)) / minute

/** The instant of a wall time in a zone. */
export const instantAt = (timezone: string, day: string, minutes: number): string =>
  new Date(zoneTime(timezone).instantOf(Date.parse(`${day}T00:00:00Z`) / dayLength, minutes)).toISOString()

/** The day and the whole minutes after midnight that the clocks of a zone show at an instant. */
export function nowIn(timezone: string, now: number): { day: string; minutes: number } {
  const wall = new Date(now + zoneTime(timezone).offset(now)).toISOString()
  const day = wall.slice(0, 10)
  return { day, minutes: Math.floor(minutesOn(day, wall)) }
}

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** The days of a month's calendar, from the Monday before the first to the Sunday after the last. */
export function calendarOf(month: string): string[] {
  const first = mondayOf(`${month}-01`)
  const lastOfMonth = addDays(`${nextMonth(month, 1)}-01`, -1)
  const last = addDays(mondayOf(lastOfMonth), 6)
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The month `YYYY-MM` some months later or, with a negative number, earlier. */
export function nextMonth(month: string, months: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** `HH:MM` of minutes after midnight. */
export function clockOf(minutes: number): string {
  const within = ((minutes % 1_440) + 1_440) % 1_440
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`
}

/** An item as far as it lies on a day, in minutes after midnight; null if it does not. */
export interface Placed {
  item: ScheduleItem
  from: number
  to: number
  /** Which of several overlapping items it is, and how many there are. */
  lane: number
  lanes: number
}

/** The items of a person on a day, in order. Fixed tasks at the same time stand side by side. */
export function placedOn(items: readonly ScheduleItem[], user_id: number, day: string): Placed[] {
  const placed = items
    .filter(item => item.user_id === user_id)
    .map(item => ({
      ...{ item, from: Math.max(0, minutesOn(day, item.start)), to: Math.min(1_440, minutesOn(day, item.end)) },
      ...{ lane: 0, lanes: 1 },
    }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from || b.to - a.to)
  const tasks = placed.filter(({ item }) => item.type === 'task')
  for (const [index, entry] of tasks.entries()) {
    const before = tasks.slice(0, index).filter(other => other.to > entry.from)
    entry.lane = [0, 1, 2].find(lane => before.every(other => other.lane !== lane)) ?? 0
    if (before.length > 0) for (const other of [entry, ...before]) other.lanes = Math.max(other.lanes, entry.lane + 1)
  }
  return placed
}

/** How much of the working time of a day is planned, and the minutes beyond it. */
export function loadOf(placed: readonly Placed[]): { share: number; over: number } {
  const total = (type: ScheduleItem['type']) =>
    placed.filter(({ item }) => item.type === type).reduce((sum, { from, to }) => sum + to - from, 0)
  const work = total('working_hours') - total('break')
  const planned = total('task')
  return { share: work === 0 ? Number(planned > 0) : Math.min(1, planned / work), over: Math.max(0, planned - work) }
}
