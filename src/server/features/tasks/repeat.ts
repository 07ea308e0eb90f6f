import type { TaskRepeat } from '#shared/contract/tasks/task'
import { apiError } from '#shared/errors'
import { day } from '#shared/limits'
import { zoneTime } from '#shared/rules/zone-time'
import { cronTimes } from '../../platform/cron'

/** Times of tasks that repetitions are counted from; those outside of them count from now. */
const counted = { from: Date.UTC(1971, 0), to: Date.UTC(9000, 0) }

/**
 * When the next task of a recurring one is due: the first time of the rule after the deadline of the last one and after
 * now, in milliseconds. Days and weeks keep the wall time of the deadline. Null if there is none.
 */
export function nextTime(repeat: TaskRepeat, deadline: string | null, now: number): number | null {
  const due = deadline === null ? now : Date.parse(deadline)
  const base = due > counted.from && due < counted.to ? due : now
  const after = Math.max(base, now)
  if ('cron' in repeat) return cronTimes(repeat.cron, repeat.timezone).next(after)
  const clocks = zoneTime(repeat.timezone)
  const step = repeat.every * (repeat.unit === 'week' ? 7 : 1)
  const first = clocks.dayOf(base)
  const minutes = (base + clocks.offset(base) - first * day) / 60_000
  const passed = Math.floor((clocks.dayOf(after) - first) / step)
  for (let turn = Math.max(1, passed); ; turn += 1) {
    const time = clocks.instantOf(first + turn * step, minutes)
    if (time > after) return time
  }
}

/** Refuses a cron expression that cannot be understood or has no time. */
export function requireRepeat(repeat: TaskRepeat, now: number): void {
  try {
    if (nextTime(repeat, null, now) !== null) return
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw apiError('task.repeat_invalid')
}
