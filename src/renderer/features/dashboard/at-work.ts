import type { ScheduleItem } from '#shared/contract/planning/endpoints'
import { instantOfWall } from '#shared/rules/zone-time'

/** The working day of a person, and what they do in it; times in milliseconds. */
export interface AtWork {
  user_id: number
  from: number
  to: number
  /** Whether they work now, or pause. */
  isIn: boolean
  /** What is planned now. The title of a task is empty if the reader may not see it. */
  now: { kind: 'task' | 'break'; title: string; to: number } | null
  /** The beginning of the next task of the day. */
  next: number | null
}

/** People who work now or later today, by a schedule; those who are in first, then those who come soonest. */
export function peopleAtWork(items: readonly ScheduleItem[], now: number, isToday: (at: number) => boolean): AtWork[] {
  const timed = items.map(item => ({
    ...item,
    from: instantOfWall(item.timezone, item.start),
    to: instantOfWall(item.timezone, item.end),
  }))
  const shifts = timed.filter(item => item.type === 'working_hours' && item.to > now).sort((a, b) => a.from - b.from)
  return [...new Set(shifts.map(({ user_id }) => user_id))]
    .flatMap(user_id => {
      const shift = shifts.find(item => item.user_id === user_id)
      if (!shift || !(shift.from <= now || isToday(shift.from))) return []
      const planned = timed.filter(
        item => item.user_id === user_id && item.type !== 'working_hours' && item.from < shift.to && item.to > now,
      )
      const current = planned.find(item => item.from <= now)
      const next = planned.filter(item => item.type === 'task' && item.from > now).map(({ from }) => from)
      return {
        ...{ user_id, from: shift.from, to: shift.to, isIn: shift.from <= now },
        now: current
          ? {
              kind: current.type === 'task' ? ('task' as const) : ('break' as const),
              title: current.title,
              to: current.to,
            }
          : null,
        next: next.length > 0 ? Math.min(...next) : null,
      }
    })
    .sort((one, other) => Number(other.isIn) - Number(one.isIn) || one.from - other.from)
}
