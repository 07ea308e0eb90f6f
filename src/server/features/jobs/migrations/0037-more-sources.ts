import type { Migration } from '../../../platform/database/migrate'

/** Jobs that read new meetings, and jobs that do with an earlier picture where no new one can be taken. */
export const moreSources: Migration = {
  name: '0037-more-sources',
  sql: /* sql */ `
alter table jobs
  add column reads_meetings boolean not null default false,
  -- In minutes; null if only a new picture counts.
  add column newest_within int;
`,
}
