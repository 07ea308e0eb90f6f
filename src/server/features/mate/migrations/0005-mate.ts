import type { Migration } from '../../../platform/database/migrate'

/**
 * Conversations with Mate. The services and row level security both keep them private to one person in one
 * organisation.
 */
export const mate: Migration = {
  name: '0005-mate',
  sql: /* sql */ `
create table mate_messages (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users on delete cascade,
  is_from_ai boolean not null,
  text text not null,
  state text not null check (state in ('writing', 'done', 'stopped', 'failed')),
  suggestion text,
  client_id text,
  created_at timestamptz(3) not null
);
create index on mate_messages (organization_id, user_id, id desc);
create unique index mate_messages_client on mate_messages (organization_id, user_id, client_id) where client_id is not null;

alter table mate_messages enable row level security;
alter table mate_messages force row level security;
create policy own on mate_messages
  using (organization_id = current_organization() and user_id = current_person());
`,
}
