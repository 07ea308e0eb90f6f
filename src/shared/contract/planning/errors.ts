import type { ErrorTable } from '../error-table'

export const planningErrors = {
  'calendar.feed_unknown': [404, 'There is no calendar at this address, or it has ended.'],
  'calendar.not_found': [404, 'There is no such calendar here.'],
  'calendar.address_invalid': [400, 'This is no address of a calendar.'],
  'calendar.address_refused': [
    400,
    'This server may not fetch from that address. Its operator can allow the network with CALENDAR_ALLOWED_NETWORKS.',
  ],
  'calendar.too_many': [409, 'You have imported as many calendars as possible. Delete one first.'],
} as const satisfies ErrorTable
