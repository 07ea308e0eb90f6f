import type { Migration } from '../../../platform/database/migrate'

/** Archives of organisations that their owners asked for. The file of one is `exports/<organisation>/<id>.tar`. */
export const exportsTable: Migration = {
  name: '0091-exports',
  sql: /* sql */ `
create table exports (
  organization_id bigint not null references organizations on delete cascade,
  id bigint generated always as identity,
  -- Stays without its person for the cleanup, which removes the file.
  user_id bigint references users on delete set null,
  status text not null check (status in ('waiting', 'running', 'ready', 'failed')),
  requested_at timestamptz(3) not null,
  ended_at timestamptz(3),
  bytes bigint,
  primary key (organization_id, id)
);
create unique index exports_of_people on exports (organization_id, user_id);
create index exports_by_age on exports (requested_at);

alter table exports enable row level security;
alter table exports force row level security;
create policy own on exports using (organization_id = current_organization());
create policy upkeep_sees on exports for select to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');
create policy upkeep_removes on exports for delete to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');
`,
}
