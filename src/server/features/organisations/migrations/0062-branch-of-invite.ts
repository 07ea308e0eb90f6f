import type { Migration } from '../../../platform/database/migrate'

/** The branch that an invited person joins, if one was named. */
export const branchOfInvite: Migration = {
  name: '0062-branch-of-invite',
  sql: /* sql */ `
alter table invites add branch_id bigint;
alter table invites add foreign key (organization_id, branch_id) references branches (organization_id, id)
  on delete set null (branch_id);
`,
}
