import type { Migration } from '../../../platform/database/migrate'

/**
 * Who added somebody to a role or branch, and when, for the list of readers. Null for additions before this migration.
 */
export const joined: Migration = {
  name: '0018-joined',
  sql: /* sql */ `
alter table role_members add column added_by bigint references users on delete set null, add column added_at timestamptz(3);
alter table branch_members add column added_by bigint references users on delete set null, add column added_at timestamptz(3);
`,
}
