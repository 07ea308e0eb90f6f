import type { Migration } from '../../../platform/database/migrate'

/** When something happened that was written down later. The order of a timeline stays that of writing. */
export const happened: Migration = {
  name: '0027-happened',
  sql: /* sql */ `
alter table logs add column happened_at timestamptz(3);
`,
}
