import { Temporal } from 'temporal-polyfill'

/** An instant in the reader's zone and words: `2:04 PM`, with the day if it is not the day of `now`. */
export function spokenTime(instant: string, now: string, zone: string, locale: string): string {
  const sameDay = dayOf(instant, zone) === dayOf(now, zone)
  const time = { hour: 'numeric', minute: '2-digit', timeZone: zone } as const
  return new Date(instant).toLocaleString(
    locale,
    sameDay ? time : { weekday: 'short', month: 'short', day: 'numeric', ...time },
  )
}

/** A calendar day in words: `Friday, November 20`. */
export function spokenDay(day: Temporal.PlainDate, locale: string): string {
  return new Date(`${day.toString()}T12:00:00Z`).toLocaleDateString(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
}

function dayOf(instant: string, zone: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString()
}
