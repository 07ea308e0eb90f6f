import type { Migration } from '../../../platform/database/migrate'

/** Earlier revisions of corrected logs, with their files. */
export const corrections: Migration = {
  name: '0011-corrections',
  sql: /* sql */ `
alter table logs
  -- Repeats the rows of the files, so that a page of a timeline needs no join.
  add column file_ids uuid[] not null default '{}',
  add column revision int not null default 0,
  add column corrected_at timestamptz(3);

-- The current text is in logs. The key begins with the log instead of the organisation, so that deleting a log finds its
-- revisions by this index.
create table log_revisions (
  organization_id bigint not null references organizations on delete cascade,
  log_id bigint not null references logs on delete cascade,
  revision int not null,
  title text not null,
  content text not null,
  written_at timestamptz(3) not null,
  written_by bigint references users on delete set null,
  primary key (log_id, revision)
);

alter table log_revisions enable row level security;
alter table log_revisions force row level security;
create policy own on log_revisions using (organization_id = current_organization());

-- Serves both the logs of a person in all logbooks and a timeline filtered by person, which is read in order.
drop index logs_by_person;
create index logs_by_person on logs (organization_id, created_by, doc_id, created_at desc, id desc);
`,
}
