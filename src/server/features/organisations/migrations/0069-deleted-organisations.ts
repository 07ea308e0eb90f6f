import type { Migration } from '../../../platform/database/migrate'

/**
 * Organisations can be deleted, restored for a while, and then erased [D44]; and they have a picture. Erasing removes the
 * audit log too, which is otherwise permanent.
 */
export const deletedOrganisations: Migration = {
  name: '0069-deleted-organisations',
  sql: /* sql */ `
alter table organizations
  add column image_key text,
  add column deleted_at timestamptz(3),
  add column deleted_by bigint references users on delete set null;
create index on organizations (deleted_at) where deleted_at is not null;

create or replace function own_organizations(only_one bigint) returns table (organization_id bigint, branch_count int, member_count int)
language plpgsql as $$
declare
  narrowed_to text := current_setting('wheelhouse.organization_id', true);
  own record;
begin
  for own in
    select m.organization_id as id, m.org_role from memberships m
    join organizations o on o.id = m.organization_id and o.deleted_at is null
    where m.user_id = current_person() and (only_one is null or m.organization_id = only_one)
  loop
    perform set_config('wheelhouse.organization_id', own.id::text, true);
    organization_id := own.id;
    select count(*) into branch_count from branches b
      where b.organization_id = own.id and b.deleted_at is null and (b.is_open or own.org_role <> 'member' or exists (
        select from branch_members bm
        where bm.organization_id = own.id and bm.branch_id = b.id and bm.user_id = current_person()));
    select count(*) into member_count from memberships m where m.organization_id = own.id;
    return next;
  end loop;
  perform set_config('wheelhouse.organization_id', coalesce(narrowed_to, ''), true);
end $$;

create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('wheelhouse.upkeep', true) = 'on'
    and (select o.is_guest or o.deleted_at is not null from organizations o where o.id = old.organization_id) then
    return old;
  end if;
  raise exception 'the audit log is append-only';
end $$;

do $$
begin
  -- Only for the owner of the database, as with guests.
  execute format('create policy upkeep_erases on organizations for delete to current_user using (%s)',
    $q$current_setting('wheelhouse.upkeep', true) = 'on' and deleted_at is not null$q$);
end $$;
`,
}
