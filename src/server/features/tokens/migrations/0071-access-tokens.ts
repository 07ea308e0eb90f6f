import type { Migration } from '../../../platform/database/migrate'

/** The tokens with which programs of a person use Mate's tools [D47]. */
export const accessTokens: Migration = {
  name: '0071-access-tokens',
  sql: /* sql */ `
create table access_tokens (
  organization_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  scope text not null check (scope in ('read', 'propose', 'act')),
  token_hash text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (organization_id, id),
  unique (organization_id, token_hash),
  -- Somebody who leaves the organisation leaves no token behind.
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index access_tokens_of_people on access_tokens (organization_id, user_id);
create index access_tokens_expired on access_tokens (expires_at);

alter table access_tokens enable row level security;
alter table access_tokens force row level security;
create policy own on access_tokens using (organization_id = current_organization());
`,
}
