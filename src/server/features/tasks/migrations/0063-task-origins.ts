import type { Migration } from '../../../platform/database/migrate'

/** Finds the tasks that came from something, and keeps one task for each action item of a summary. */
export const taskOrigins: Migration = {
  name: '0063-task-origins',
  sql: /* sql */ `
alter table tasks add column origin_ref text generated always as (
  case origin ->> 'kind'
    when 'log' then 'log:' || (origin ->> 'log_id')
    when 'frame' then 'frame:' || (origin ->> 'frame_id')
    when 'job' then 'job:' || (origin ->> 'instruction_id')
    when 'message' then 'message:' || (origin ->> 'message_id')
    when 'meeting' then 'document:' || (origin ->> 'doc_id')
    when 'summary' then 'document:' || (origin ->> 'doc_id')
  end
) stored;
create index tasks_of_origin on tasks (organization_id, origin_ref, id) where origin_ref is not null;
create unique index tasks_of_item on tasks (organization_id, origin_ref, md5(origin ->> 'item'))
  where origin ->> 'kind' = 'summary';
`,
}
