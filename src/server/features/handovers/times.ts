import { Temporal } from 'temporal-polyfill'

export interface ClosingTimes {
  /** `18:00` */
  closes_at: string
  /** 1 for Monday. */
  weekdays: readonly number[]
  timezone: string
}

/** The next closing time after an instant, in milliseconds: of the same day only if it is still to come. */
export function nextClosing({ closes_at, weekdays, timezone }: ClosingTimes, now: number): number {
  const plainTime = Temporal.PlainTime.from(closes_at)
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone)
  for (let days = 0; days <= 7; days++) {
    const date = local.toPlainDate().add({ days })
    // A time that a change of the clocks leaves out is moved behind it.
    const at = date.toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds
    if (weekdays.includes(date.dayOfWeek) && at > now) return at
  }
  throw new Error('A handover is planned on no day.')
}
