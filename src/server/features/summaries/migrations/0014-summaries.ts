import type { Migration } from '../../../platform/database/migrate'

/** What Mate last made the summaries of documents from. */
export const summaries: Migration = {
  name: '0014-summaries',
  sql: /* sql */ `
create table summaries (
  organization_id bigint not null,
  doc_id bigint not null,
  -- The version of the document that Mate wrote; a person wrote any other version.
  version int not null,
  range text not null check (range in ('day', 'week', 'month', 'all')),
  -- The times of the first and last summarised log, and the id of the last; null for recordings.
  from_at timestamptz(3),
  to_at timestamptz(3),
  last_log_id bigint,
  log_count int not null,
  model text not null check (model in ('used', 'unused', 'none')),
  primary key (organization_id, doc_id),
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade
);

alter table summaries enable row level security;
alter table summaries force row level security;
create policy own on summaries using (organization_id = current_organization());
`,
}
