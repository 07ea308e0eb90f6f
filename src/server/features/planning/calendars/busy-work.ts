import ical from 'ical.js'
import { busyTimesIn, NotACalendar } from '#shared/rules/busy-times'
import { fetchCaldav } from './fetch-caldav'

interface CalendarText {
  text: string
  from: number
  to: number
  zone: string
}

/** The work of the thread that reads calendars. */
export const busyWork = {
  /** The busy times of a calendar file; null if it is none. */
  times({ text, ...options }: CalendarText): { start: string; end: string }[] | null {
    try {
      return busyTimesIn(text, { ical, ...options })
    } catch (error) {
      if (error instanceof NotACalendar) return null
      throw error
    }
  },
  caldav: fetchCaldav,
}
