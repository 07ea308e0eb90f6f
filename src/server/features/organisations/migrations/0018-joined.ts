import type { Migration } from '../../../platform/database/migrate'

/** Who put somebody into a role or branch, and when: readers of what it opens are told. Null for those who were in it before. */
export const joined: Migration = {
  name: '0018-joined',
  sql: /* sql */ `
alter table role_members add column added_by bigint references users on delete set null, add column added_at timestamptz(3);
alter table branch_members add column added_by bigint references users on delete set null, add column added_at timestamptz(3);
`,
}
