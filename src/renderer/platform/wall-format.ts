import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Writes wall times and weekdays, which belong to no day, in a language. */
function wallFormat(language: string) {
  const locale = language === 'en' ? 'en-US' : language
  const clock = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  const short = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' })
  const long = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
  // January 5, 2026 is a Monday.
  const dateOf = (weekday: number) => Date.UTC(2026, 0, 4 + weekday)
  return {
    /** 9 AM, 1:30 PM. */
    time: (time: string) =>
      clock
        .format(Date.parse(`2026-01-05T${time}:00Z`))
        .replaceAll('\u202f', ' ')
        .replace(/:00(?= [AP]M$)/, ''),
    shortDay: (weekday: number) => short.format(dateOf(weekday)),
    longDay: (weekday: number) => long.format(dateOf(weekday)),
    list: (words: readonly string[]) => list.format(words),
  }
}

export function useWallFormat() {
  const { i18n } = useTranslation()
  return useMemo(() => wallFormat(i18n.language), [i18n.language])
}
