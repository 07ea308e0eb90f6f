/** Writes weekdays and wall times in a language. January 5, 2026 is a Monday. */
export function wallWords(language: string) {
  const clock = new Intl.DateTimeFormat(language, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  const day = new Intl.DateTimeFormat(language, { timeZone: 'UTC', weekday: 'long' })
  return {
    time: (time: string) => clock.format(Date.parse(`2026-01-05T${time}:00Z`)),
    day: (weekday: number) => day.format(Date.UTC(2026, 0, 4 + weekday)),
  }
}
