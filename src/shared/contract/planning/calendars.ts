import { z } from 'zod'
import { Id, Instant, Nothing, text } from '../common'
import { endpoint, member, openDownloadEndpoint } from '../endpoint'
import { planning as limits } from './limits'

/**
 * Why a calendar could not be read at its address: there is no answer, it says no, it is too large, it is no calendar, or the
 * server may not fetch from there any more.
 */
export const CalendarFailure = z.enum(['unreachable', 'denied', 'too_large', 'no_calendar', 'refused'])
export type CalendarFailure = z.infer<typeof CalendarFailure>

/** Busy times of a person that came from a calendar file or address. What they do then is not known here. */
export const BusyCalendar = z.object({
  calendar_id: Id,
  name: z.string(),
  times: z.int(),
  /** The end of the last one; null without any. */
  until: Instant.nullable(),
  imported_at: Instant,
  /**
   * Null for a file. Otherwise `host` is where the calendar is read every hour, `succeeded_at` when it was last read, and
   * `failure` what went wrong at `checked_at`, if anything did.
   */
  subscription: z
    .object({
      host: z.string(),
      checked_at: Instant.nullable(),
      succeeded_at: Instant.nullable(),
      failure: CalendarFailure.nullable(),
    })
    .nullable(),
})
export type BusyCalendar = z.infer<typeof BusyCalendar>

export const listCalendars = endpoint({
  method: 'POST',
  reads: true,
  path: '/schedule/calendars',
  summary: 'Returns whether calendar programs may read the schedule of the caller, and the calendars they imported.',
  access: member(),
  body: z.object({}),
  answer: z.object({
    feed: z.object({ created_at: Instant, last_read_at: Instant.nullable() }).nullable(),
    busy: z.array(BusyCalendar),
  }),
})

export const renewCalendarFeed = endpoint({
  method: 'POST',
  path: '/schedule/feed',
  summary:
    'Makes a secret address at which calendar programs read the schedule of the caller; its path is returned this once, and an earlier one ends. With `is_on` false it only ends.',
  access: member(),
  body: z.object({ is_on: z.boolean().default(true) }),
  answer: z.object({ path: z.string().nullable() }),
})

export const readCalendarFeed = openDownloadEndpoint({
  method: 'GET',
  path: '/calendar/{token}/{format}',
  summary: 'The planned tasks of a person as an iCalendar file, for whoever has the secret address.',
  body: z.object({ token: z.string().min(1).max(200), format: z.enum(['schedule.ics']) }),
  files: { by: 'format', types: { 'schedule.ics': 'text/calendar; charset=utf-8' } },
  answer: Nothing,
  perMinute: 60,
})

const BusyTime = z
  .object({ start: Instant, end: Instant })
  .refine(({ start, end }) => Date.parse(start) < Date.parse(end), 'It ends before it begins.')

export const importBusyTimes = endpoint({
  method: 'POST',
  path: '/schedule/busy',
  summary: 'Keeps the times of a calendar in which the caller cannot work. Those of the same name are replaced.',
  access: member(),
  body: z.object({ name: text(limits.calendarName), times: z.array(BusyTime).max(limits.busyTimes) }),
  answer: BusyCalendar,
  bodyBytes: 1_000_000,
})

export const subscribeToCalendar = endpoint({
  method: 'POST',
  path: '/schedule/busy/subscribe',
  summary:
    'Reads a calendar at its address, now and every hour, and keeps the times in which the caller cannot work. With an `account` the address is that of a CalDAV server or of one calendar there. A calendar of the same name is replaced.',
  access: member(),
  body: z.object({
    name: text(limits.calendarName),
    address: text(limits.calendarAddress),
    account: z
      .object({ username: text(limits.calendarUsername), password: z.string().min(1).max(limits.calendarPassword) })
      .nullable()
      .default(null),
  }),
  answer: BusyCalendar,
  perMinute: 20,
})

export const deleteBusyTimes = endpoint({
  method: 'POST',
  path: '/schedule/busy/delete',
  summary: 'Deletes the busy times of a calendar of the caller.',
  access: member(),
  body: z.object({ calendar_id: Id }),
  answer: Nothing,
})
