import { zoneTime } from './zone-time'

const minute = 60_000

interface QuietHours {
  from: string
  to: string
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The minutes from an instant to the end of the quiet hours that it is in; null outside of them. */
function minutesLeft({ from, to }: QuietHours, now: number): number | null {
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  if (begin < end) return now >= begin && now < end ? end - now : null
  if (begin === end) return null
  if (now >= begin) return 1_440 - now + end
  return now < end ? end - now : null
}

/**
 * The end of the quiet hours that an instant is in, in milliseconds since the epoch; null outside of them. Their times
 * are wall times of a zone; if the first is the later one, they are over midnight.
 */
export function quietUntil(quiet: QuietHours | null, timezone: string, now: number): number | null {
  if (!quiet) return null
  const zone = zoneTime(timezone)
  const day = zone.dayOf(now)
  const wall = Math.floor((now + zone.offset(now)) / minute) - day * 1_440
  const left = minutesLeft(quiet, wall)
  return left === null ? null : zone.instantOf(day, wall + left)
}

export const isQuietAt = (quiet: QuietHours | null, timezone: string, now: number): boolean =>
  quietUntil(quiet, timezone, now) !== null
