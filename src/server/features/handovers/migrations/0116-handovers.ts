import type { Migration } from '../../../platform/database/migrate'

/** When the handovers of branches are written, and the last page of each. */
export const handovers: Migration = {
  name: '0116-handovers',
  sql: /* sql */ `
create table branch_handovers (
  organization_id bigint not null references organizations on delete cascade,
  branch_id bigint not null,
  is_on boolean not null,
  closes_at text not null,
  weekdays smallint[] not null,
  timezone text not null,
  recipients bigint[] not null,
  -- In whose name it is written; nobody once that person has left.
  user_id bigint,
  -- Counts changes, so that what was planned before does nothing.
  revision int not null,
  next_at timestamptz,
  last_doc_id bigint,
  last_at timestamptz,
  primary key (organization_id, branch_id),
  foreign key (organization_id, branch_id) references branches (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references memberships (organization_id, user_id) on delete set null (user_id)
);

alter table branch_handovers enable row level security;
alter table branch_handovers force row level security;
create policy own on branch_handovers using (organization_id = current_organization());
`,
}
