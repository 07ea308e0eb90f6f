import type { Migration } from '../../../platform/database/migrate'

/** What an organisation has as sample content, so that it can be removed without anything else. */
export const samples: Migration = {
  name: '0098-samples',
  sql: /* sql */ `
create table samples (
  organization_id bigint not null references organizations on delete cascade,
  kind text not null check (kind in ('logbook', 'page', 'log', 'task')),
  subject_id bigint not null,
  -- The version of a page as it was added.
  version int,
  primary key (organization_id, kind, subject_id)
);

alter table samples enable row level security;
alter table samples force row level security;
create policy own on samples using (organization_id = current_organization());
`,
}
