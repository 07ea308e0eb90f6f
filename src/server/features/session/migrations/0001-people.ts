import type { Migration } from '../../../platform/database/migrate'

/**
 * People, how they sign in, and short-lived sign-in data. These tables are read before anybody is signed in, so only
 * the services guard them.
 */
export const people: Migration = {
  name: '0001-people',
  sql: /* sql */ `
create table users (
  id bigint generated always as identity primary key,
  displayname text not null default '',
  image_key text,
  phone text unique,
  email text unique,
  language text not null default 'en',
  timezone text not null default 'UTC',
  selected_organization_id bigint,
  created_at timestamptz(3) not null
);

create table identities (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users on delete cascade,
  primary key (issuer, subject)
);
create index on identities (user_id);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index on sessions (user_id);

create table refresh_tokens (
  token_hash text primary key,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index on refresh_tokens (session_id);
create index on refresh_tokens (expires_at);

create table one_time_codes (
  id bigint generated always as identity primary key,
  address text not null,
  ip text not null,
  code_hash text not null,
  attempts int not null default 0,
  used boolean not null default false,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index on one_time_codes (address, created_at desc);
create index on one_time_codes (ip, created_at desc);
create index on one_time_codes (created_at);

create table profile_tokens (
  token_hash text primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz(3) not null
);

create table idempotency_keys (
  user_id bigint not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz(3) not null,
  primary key (user_id, key)
);
create index on idempotency_keys (created_at);

create table product_events (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  name text not null,
  properties jsonb not null,
  at timestamptz(3) not null
);
create index on product_events (at);
`,
}
