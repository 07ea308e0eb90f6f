import { Cron } from 'croner'
import type { CronTimes } from '#shared/rules/job-schedule'
import { zoneTime } from '#shared/rules/zone-time'

/** The search for the next time ends after this many milliseconds: the 29th of February may be 8 years away. */
const lookAhead = 10 * 366 * 86_400_000

/**
 * The times of a cron expression of exactly five fields in an IANA time zone [D28]. When clocks change:
 * - Fixed times of day (no `*`, `?` or step in minute and hour) happen once a day. A time that does not exist moves to the
 *   first existing instant; one that exists twice is the first.
 * - Other expressions mean "every": a repeated hour has its times again, and a missing hour has none.
 *
 * Throws a RangeError for an invalid expression or an unknown time zone.
 */
export function cronTimes(expression: string, zone: string): CronTimes {
  const [minutes = '', hours = '', ...others] = expression.trim().split(/\s+/)
  if (others.length !== 3) throw new RangeError('A cron expression has exactly five fields.')
  const clocks = zoneTime(zone)
  // Croner computes ten times faster without a zone; `wall` counts local wall time as if it were UTC.
  const cron = parse(expression.trim())
  const nextWall = (wall: number) => cron.nextRun(new Date(wall))?.getTime() ?? Number.POSITIVE_INFINITY

  function nextFixed(after: number): number | null {
    let wall = nextWall(after + clocks.offset(after))
    while (wall - after < lookAhead) {
      const time = clocks.instantOf(0, wall / 60_000)
      if (time > after) return time
      wall = nextWall(wall)
    }
    return null
  }

  function nextRepeated(after: number): number | null {
    let since = after
    let offset = clocks.offset(after)
    let wall = nextWall(after + offset)
    while (wall - after < lookAhead) {
      const change = clocks.changeBetween(since, wall - offset)
      if (change === null) return wall - offset
      since = change
      offset = clocks.offset(change)
      wall = nextWall(change + offset - 1)
    }
    return null
  }

  return { next: /[*?/]/.test(minutes + hours) ? nextRepeated : nextFixed }
}

function parse(expression: string): Cron {
  try {
    return new Cron(expression, { utcOffset: 0, paused: true, mode: '5-part' })
  } catch (error) {
    throw new RangeError(`Not a cron expression: ${expression}`, { cause: error })
  }
}
