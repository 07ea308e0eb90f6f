import type { Migration } from '../../../platform/database/migrate'

/**
 * Renames the column of a person's role in an organisation to `org_role`, as on the wire, and updates the function that
 * reads it.
 */
export const orgRole: Migration = {
  name: '0028-org-role',
  sql: /* sql */ `
alter table memberships rename column standing to org_role;

create or replace function own_organizations(only_one bigint) returns table (organization_id bigint, branch_count int, member_count int)
language plpgsql as $$
declare
  narrowed_to text := current_setting('wheelhouse.organization_id', true);
  own record;
begin
  for own in
    select m.organization_id as id, m.org_role from memberships m
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
`,
}
