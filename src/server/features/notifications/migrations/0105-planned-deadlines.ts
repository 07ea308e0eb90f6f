import type { Migration } from '../../../platform/database/migrate'

/**
 * Tells for which deadlines the jobs are planned. Deadlines from before notifications existed, and those that were noted
 * by a version that did not notify of passed ones, are planned by the next cleanup.
 */
export const plannedDeadlines: Migration = {
  name: '0105-planned-deadlines',
  sql: /* sql */ `
alter table notification_deadlines add column is_planned boolean not null default false;
create index notification_deadlines_unplanned on notification_deadlines (organization_id, task_id) where not is_planned;
-- Lets the owner of the database find them over all organisations.
create policy upkeep_sees on notification_deadlines for select to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');

-- Forced row level security applies to an owner that is no superuser too, which would hide all rows from this statement.
alter table tasks no force row level security;
alter table notification_deadlines no force row level security;
insert into notification_deadlines (organization_id, task_id, deadline)
select organization_id, id, deadline from tasks where deadline is not null and status <> 'done' and archived_at is null
on conflict do nothing;
alter table notification_deadlines force row level security;
alter table tasks force row level security;
`,
}
