import type { Migration } from '../../../platform/database/migrate'

/** Guests. Each is a person of their own in an organisation of their own, which nobody else ever joins. */
export const guests: Migration = {
  name: '0015-guests',
  sql: /* sql */ `
alter table users add column is_guest boolean not null default false;
alter table organizations add column is_guest boolean not null default false;

create table guests (
  id uuid primary key,
  organization_id bigint not null unique references organizations on delete cascade,
  user_id bigint not null unique references users on delete cascade,
  session_id bigint not null references sessions on delete cascade,
  token_hash text not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Times of questions within the last hour, and the number of recordings. Deleting a question or recording does not change them.
  asked_at timestamptz(3)[] not null default '{}',
  recordings int not null default 0
);
create index guests_expire on guests (expires_at);

alter table guests enable row level security;
alter table guests force row level security;
-- Finds a guest by their token before their organisation is known.
create policy own on guests
  using (organization_id = current_organization() or token_hash = current_setting('wheelhouse.guest_token', true))
  with check (organization_id = current_organization());

-- Digests of the addresses from which guests arrived within the last hour. Older rows are deleted.
create table guest_arrivals (
  address_hash text not null,
  at timestamptz(3) not null
);
create index on guest_arrivals (address_hash, at);
create index on guest_arrivals (at);

-- Protects against faults of services: nobody joins a guest's organisation, and no guest joins another one.
create function guests_stay_alone() returns trigger language plpgsql as $$
declare
  home record;
  is_guest boolean;
begin
  select o.is_guest, o.created_by into home from organizations o where o.id = new.organization_id;
  select u.is_guest into is_guest from users u where u.id = new.user_id;
  if (home.is_guest or is_guest) and not (home.is_guest and is_guest and home.created_by = new.user_id) then
    raise exception 'a guest and their organisation belong to each other alone';
  end if;
  return new;
end $$;
create trigger guests_stay_alone before insert or update on memberships
  for each row execute function guests_stay_alone();

create function guests_invite_nobody() returns trigger language plpgsql as $$
begin
  if (select o.is_guest from organizations o where o.id = new.organization_id) then
    raise exception 'nobody is invited by a guest';
  end if;
  return new;
end $$;
create trigger guests_invite_nobody before insert on invites for each row execute function guests_invite_nobody();

alter table recordings
  -- Is transcribed after all waiting recordings of members.
  add column is_guests boolean not null default false,
  -- The guest who uploaded it, until their data is deleted.
  add column converted_from uuid references guests on delete set null;
create index recordings_converted on recordings (converted_from) where converted_from is not null;
drop index recordings_waiting;
create index recordings_waiting on recordings (is_guests, queued_at) where stage not in ('done', 'failed');

-- Audit entries of guests are deleted with them; all others are permanent.
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('wheelhouse.upkeep', true) = 'on'
    and (select o.is_guest from organizations o where o.id = old.organization_id) then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end $$;

do $$
declare one text;
begin
  -- Only for the owner of the database, as with frames.
  foreach one in array array['guests', 'organizations', 'audit'] loop
    execute format('create policy upkeep_sees on %I for select to current_user using (%s)', one,
      $q$current_setting('wheelhouse.upkeep', true) = 'on'$q$);
  end loop;
  execute format('create policy upkeep_removes on organizations for delete to current_user using (%s)',
    $q$current_setting('wheelhouse.upkeep', true) = 'on' and is_guest$q$);
  execute format('create policy upkeep_removes on audit for delete to current_user using (%s)',
    $q$current_setting('wheelhouse.upkeep', true) = 'on'$q$);
end $$;
`,
}
