import { Temporal } from 'temporal-polyfill'
import type { Digest, QuietHours } from '#shared/contract/notifications/endpoints'

/** When digests are sent, in the time zone of the reader. */
const digestAt = Temporal.PlainTime.from('08:00')
const monday = 1

const inZone = (now: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)

/** The end of the quiet hours that an instant is in, in milliseconds since the epoch; null outside of them. */
export function quietUntil(quiet: QuietHours | null, timezone: string, now: number): number | null {
  if (!quiet || quiet.from === quiet.to) return null
  const local = inZone(now, timezone)
  const [from, to] = [Temporal.PlainTime.from(quiet.from), Temporal.PlainTime.from(quiet.to)]
  const isAfter = (time: Temporal.PlainTime) => Temporal.PlainTime.compare(local.toPlainTime(), time) >= 0
  const isOverMidnight = Temporal.PlainTime.compare(from, to) > 0
  if (isOverMidnight ? !isAfter(from) && isAfter(to) : !isAfter(from) || isAfter(to)) return null
  const day = isAfter(to) ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  return day.toZonedDateTime({ timeZone: timezone, plainTime: to }).epochMilliseconds
}

/** When the next digest after an instant is sent: the next morning, or that of the next Monday. */
export function nextDigest(digest: Exclude<Digest, 'off'>, timezone: string, now: number): number {
  const local = inZone(now, timezone)
  const isBefore = Temporal.PlainTime.compare(local.toPlainTime(), digestAt) < 0
  let day = isBefore ? local.toPlainDate() : local.toPlainDate().add({ days: 1 })
  if (digest === 'weekly') day = day.add({ days: (7 + monday - day.dayOfWeek) % 7 })
  return day.toZonedDateTime({ timeZone: timezone, plainTime: digestAt }).epochMilliseconds
}
