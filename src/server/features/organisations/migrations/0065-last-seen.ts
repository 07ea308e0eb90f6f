import type { Migration } from '../../../platform/database/migrate'

/** When a member was last connected. */
export const lastSeen: Migration = {
  name: '0065-last-seen',
  sql: /* sql */ `
alter table memberships add column last_seen_at timestamptz(3);
`,
}
