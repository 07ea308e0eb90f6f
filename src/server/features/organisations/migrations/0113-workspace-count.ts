import type { Migration } from '../../../platform/database/migrate'

/**
 * How many workspaces the server has, those of guests apart: nobody sees the others, but what concerns the whole server
 * may be decided by the owner of the only one.
 */
export const workspaceCount: Migration = {
  name: '0113-workspace-count',
  sql: /* sql */ `
create table workspace_count (
  is_only boolean primary key default true check (is_only),
  workspaces integer not null
);

create function count_workspaces() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.is_guest then return null; end if;
    insert into workspace_count (workspaces) values (1)
      on conflict (is_only) do update set workspaces = workspace_count.workspaces + 1;
  elsif not old.is_guest then
    update workspace_count set workspaces = workspaces - 1;
  end if;
  return null;
end $$;
create trigger count_workspaces after insert or delete on organizations for each row execute function count_workspaces();

-- Forced row level security applies to an owner that is no superuser too, which would hide all rows from the count.
alter table organizations no force row level security;
insert into workspace_count (workspaces) select count(*) from organizations where not is_guest having count(*) > 0;
alter table organizations force row level security;
`,
}
