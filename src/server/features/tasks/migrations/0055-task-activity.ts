import type { Migration } from '../../../platform/database/migrate'

/** Finds the newest tasks, comments and changes of status of an organisation, for the feed of activity and the dashboard. */
export const taskActivity: Migration = {
  name: '0055-task-activity',
  sql: /* sql */ `
create index tasks_created on tasks (organization_id, created_at desc, id desc);
create index tasks_finished on tasks (organization_id, done_at desc, id desc) where done_at is not null;
create index tasks_due on tasks (organization_id, deadline, id)
  where deadline is not null and status <> 'done' and archived_at is null;
create index task_comments_latest on task_comments (organization_id, created_at desc, id desc);
create index task_changes_of_status on task_changes (organization_id, changed_at desc, id desc) where field = 'status';
`,
}
