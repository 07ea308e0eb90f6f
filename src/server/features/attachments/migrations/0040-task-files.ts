import type { Migration } from '../../../platform/database/migrate'

/** Files that belong to a task, or to one of its comments. */
export const taskFiles: Migration = {
  name: '0040-task-files',
  sql: /* sql */ `
alter table attachments add column task_id bigint, add column comment_id bigint;
create index attachments_of_task on attachments (organization_id, task_id) where task_id is not null;
create index attachments_of_comment on attachments (comment_id) where comment_id is not null;
drop index attachments_of_nothing;
create index attachments_of_nothing on attachments (created_at) where doc_id is null and task_id is null;
`,
}
