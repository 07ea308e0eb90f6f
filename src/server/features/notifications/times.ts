import { Temporal } from 'temporal-polyfill'
import type { Digest } from '#shared/contract/notifications/endpoints'

/** When digests are sent, in the time zone of the reader. */
const digestAt = Temporal.PlainTime.from('08:00')
const monday = 1

const inZone = (now: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)

/** When the next digest after an instant is sent: the next morning, or that of the next Monday. */
export function nextDigest(digest: Exclude<Digest, 'off'>, timezone: string, now: number): number {
  const local = inZone(now, timezone)
  const isBefore = Temporal.PlainTime.compare(local.toPlainTime(), digestAt) < 0
  let day = isBefore ? local.toPlainDate() : local.toPlainDate().add({ days: 1 })
  if (digest === 'weekly') day = day.add({ days: (7 + monday - day.dayOfWeek) % 7 })
  return day.toZonedDateTime({ timeZone: timezone, plainTime: digestAt }).epochMilliseconds
}
