import { z } from 'zod'
import { Id, Instant, Nothing, text } from '../common'
import { endpoint, member, openDownloadEndpoint } from '../endpoint'
import { planning as limits } from './limits'

/** Busy times of a person that came from a calendar file. What they do then is not known here. */
export const BusyCalendar = z.object({
  calendar_id: Id,
  name: z.string(),
  times: z.int(),
  /** The end of the last one; null without any. */
  until: Instant.nullable(),
  imported_at: Instant,
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

export const deleteBusyTimes = endpoint({
  method: 'POST',
  path: '/schedule/busy/delete',
  summary: 'Deletes the busy times of a calendar of the caller.',
  access: member(),
  body: z.object({ calendar_id: Id }),
  answer: Nothing,
})
