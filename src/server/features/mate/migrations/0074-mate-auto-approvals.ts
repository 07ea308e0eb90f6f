import type { Migration } from '../../../platform/database/migrate'

/** What Mate may do for a person without a confirmation [D26]. */
export const mateAutoApprovals: Migration = {
  name: '0074-mate-auto-approvals',
  sql: /* sql */ `
create table mate_auto_approvals (
  organization_id bigint not null,
  user_id bigint not null,
  kinds text[] not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);

alter table mate_auto_approvals enable row level security;
alter table mate_auto_approvals force row level security;
create policy own on mate_auto_approvals
  using (organization_id = current_organization() and user_id = current_person());
`,
}
