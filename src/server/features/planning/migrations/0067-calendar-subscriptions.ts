import type { Migration } from '../../../platform/database/migrate'

/** Calendars that the server fetches at an address, which is encrypted because whoever knows it can read the calendar. */
export const calendarSubscriptions: Migration = {
  name: '0067-calendar-subscriptions',
  sql: /* sql */ `
alter table busy_calendars
  add column address text,
  add column host text,
  -- Tells the jobs of an earlier address of the calendar from those of this one.
  add column subscribed_at timestamptz(3),
  add column etag text,
  add column checked_at timestamptz(3),
  add column succeeded_at timestamptz(3),
  add column failure text,
  add constraint busy_calendars_subscription check ((address is null) = (subscribed_at is null) and (address is null) = (host is null));
`,
}
