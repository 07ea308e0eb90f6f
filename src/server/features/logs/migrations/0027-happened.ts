import type { Migration } from '../../../platform/database/migrate'

/** The time of an event that was logged later. Timelines stay in the order of writing. */
export const happened: Migration = {
  name: '0027-happened',
  sql: /* sql */ `
alter table logs add column happened_at timestamptz(3);
`,
}
