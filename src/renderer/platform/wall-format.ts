import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Minutes in a day. */
const dayLength = 1_440

/** Writes wall times and weekdays, which belong to no day, in a language. */
function wallFormat(language: string) {
  const locale = language === 'en' ? 'en-US' : language
  const clock = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  const short = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' })
  const long = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' })
  const unit = (unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' })
  const [minutes, hours, days] = [unit('minute'), unit('hour'), unit('day')]
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
    /** How long something takes, in minutes: 45 min, 2 hr 30 min; in days and hours from two days on. */
    duration(length: number): string {
      const [large, small, size] = length < 2 * dayLength ? [hours, minutes, 60] : [days, hours, dayLength]
      const [whole, rest] = [Math.floor(length / size), length % size]
      const part = size === 60 ? rest : Math.floor(rest / 60)
      if (whole === 0) return minutes.format(length)
      return part === 0 ? large.format(whole) : `${large.format(whole)} ${small.format(part)}`
    },
    list: (words: readonly string[]) => list.format(words),
  }
}

export function useWallFormat() {
  const { i18n } = useTranslation()
  return useMemo(() => wallFormat(i18n.language), [i18n.language])
}
