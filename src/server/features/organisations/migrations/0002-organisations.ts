import type { Migration } from '../../../platform/database/migrate'

/**
 * Organisations and everything in them. Row level security is FORCED on every table with an organisation: the role that
 * serves requests sees the organisation in `wheelhouse.organization_id`, and, of memberships and invites, also those of
 * its own person.
 */
export const organisations: Migration = {
  name: '0002-organisations',
  sql: /* sql */ `
create function current_organization() returns bigint language sql stable as
  $$ select nullif(current_setting('wheelhouse.organization_id', true), '')::bigint $$;
create function current_person() returns bigint language sql stable as
  $$ select nullif(current_setting('wheelhouse.user_id', true), '')::bigint $$;
create function current_addresses() returns text[] language sql stable as
  $$ select string_to_array(current_setting('wheelhouse.addresses', true), ' ') $$;

create table organizations (
  id bigint generated always as identity primary key,
  name text not null,
  description text,
  is_premium boolean not null default false,
  created_by bigint not null references users,
  created_at timestamptz(3) not null
);

create table memberships (
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users on delete cascade,
  standing text not null check (standing in ('owner', 'admin', 'member')),
  joined_at timestamptz(3) not null,
  opened_at timestamptz(3),
  primary key (organization_id, user_id)
);
create index on memberships (user_id);

create table branches (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  description text,
  address text,
  city text,
  country text,
  is_open boolean not null default true,
  is_primary boolean not null default false,
  created_by bigint references users on delete set null,
  created_at timestamptz(3) not null,
  updated_by bigint references users on delete set null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (organization_id, id)
);
create unique index branches_name on branches (organization_id, lower(name)) where deleted_at is null;
create unique index branches_primary on branches (organization_id) where is_primary;

create table branch_members (
  organization_id bigint not null,
  branch_id bigint not null,
  user_id bigint not null,
  primary key (organization_id, branch_id, user_id),
  foreign key (organization_id, branch_id) references branches (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index on branch_members (organization_id, user_id);

create table roles (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  capabilities text[] not null default '{}',
  created_at timestamptz(3) not null,
  unique (organization_id, id)
);
create unique index roles_name on roles (organization_id, lower(name));

create table role_members (
  organization_id bigint not null,
  role_id bigint not null,
  user_id bigint not null,
  primary key (organization_id, role_id, user_id),
  foreign key (organization_id, role_id) references roles (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index on role_members (organization_id, user_id);

create table invites (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  address text not null,
  role_id bigint not null,
  status text not null check (status in ('pending', 'accepted', 'revoked', 'declined')),
  invited_by bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (organization_id, role_id) references roles (organization_id, id) on delete cascade
);
create unique index invites_pending on invites (organization_id, address) where status = 'pending';
create index on invites (organization_id, id desc);
create index on invites (address) where status = 'pending';

/* The caller's organisations, or the named one of them, with how many people they have and how many branches the caller sees.
   Each is counted with the transaction scoped to it, so the policies stay as narrow as they are; afterwards it is as before. */
create function own_organizations(only_one bigint) returns table (organization_id bigint, branch_count int, member_count int)
language plpgsql as $$
declare
  narrowed_to text := current_setting('wheelhouse.organization_id', true);
  own record;
begin
  for own in
    select m.organization_id as id, m.standing from memberships m
    where m.user_id = current_person() and (only_one is null or m.organization_id = only_one)
  loop
    perform set_config('wheelhouse.organization_id', own.id::text, true);
    organization_id := own.id;
    select count(*) into branch_count from branches b
      where b.organization_id = own.id and b.deleted_at is null and (b.is_open or own.standing <> 'member' or exists (
        select from branch_members bm
        where bm.organization_id = own.id and bm.branch_id = b.id and bm.user_id = current_person()));
    select count(*) into member_count from memberships m where m.organization_id = own.id;
    return next;
  end loop;
  perform set_config('wheelhouse.organization_id', coalesce(narrowed_to, ''), true);
end $$;

create table audit (
  id bigint generated always as identity primary key,
  organization_id bigint,
  actor_id bigint,
  kind text not null,
  subject text,
  details jsonb not null default '{}',
  ip text,
  at timestamptz(3) not null
);
create index on audit (organization_id, id desc);
create function audit_is_append_only() returns trigger language plpgsql as
  $$ begin raise exception 'the audit log is append-only'; end $$;
create trigger append_only before update or delete on audit for each row execute function audit_is_append_only();
create trigger keeps_all before truncate on audit for each statement execute function audit_is_append_only();

alter table organizations enable row level security;
alter table organizations force row level security;
create policy own on organizations using (
  id = current_organization()
  or created_by = current_person()
  or exists (select from memberships m where m.organization_id = organizations.id and m.user_id = current_person())
  or exists (select from invites i where i.organization_id = organizations.id and i.address = any (current_addresses()))
) with check (id = current_organization() or created_by = current_person());

alter table memberships enable row level security;
alter table memberships force row level security;
create policy own on memberships
  using (organization_id = current_organization() or user_id = current_person())
  with check (organization_id = current_organization());

alter table invites enable row level security;
alter table invites force row level security;
create policy own on invites
  using (organization_id = current_organization() or address = any (current_addresses()))
  with check (organization_id = current_organization());

alter table roles enable row level security;
alter table roles force row level security;
create policy own on roles using (
  organization_id = current_organization()
  or exists (select from invites i where i.role_id = roles.id and i.address = any (current_addresses()))
) with check (organization_id = current_organization());

alter table audit enable row level security;
alter table audit force row level security;
create policy own on audit
  using (organization_id = current_organization())
  with check (organization_id is null or organization_id = current_organization());

do $$
declare one text;
begin
  foreach one in array array['branches', 'branch_members', 'role_members'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;
`,
}
