import type { Migration } from '../../../platform/database/migrate'

/** Links with which people join; whoever has one may use it until it expires or is used up. */
export const joinLinks: Migration = {
  name: '0068-join-links',
  sql: /* sql */ `
create table join_links (
  organization_id bigint not null references organizations on delete cascade,
  id bigint generated always as identity,
  token_hash text not null,
  role_id bigint not null,
  created_by bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  max_uses int not null,
  uses int not null default 0,
  revoked_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, role_id) references roles (organization_id, id) on delete cascade,
  check (uses between 0 and max_uses)
);
create unique index join_links_token on join_links (organization_id, token_hash);
create index on join_links (created_by);

alter table join_links enable row level security;
alter table join_links force row level security;
create policy own on join_links using (organization_id = current_organization());
`,
}
