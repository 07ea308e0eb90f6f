import type { Migration } from '../../../platform/database/migrate'

/** How many minutes before a deadline a person is reminded of it. */
export const deadlineLead: Migration = {
  name: '0066-deadline-lead',
  sql: /* sql */ `
alter table notification_preferences
  add column deadline_minutes int not null default 1440 check (deadline_minutes in (60, 240, 1440));
`,
}
