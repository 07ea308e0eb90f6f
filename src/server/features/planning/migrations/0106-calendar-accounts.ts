import type { Migration } from '../../../platform/database/migrate'

/** Calendars that are read by CalDAV; the name and password for them are part of their encrypted address. */
export const calendarAccounts: Migration = {
  name: '0106-calendar-accounts',
  sql: /* sql */ `
alter table busy_calendars
  add column protocol text not null default 'ical' check (protocol in ('ical', 'caldav'));
`,
}
