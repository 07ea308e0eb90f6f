import type { Migration } from '../../../platform/database/migrate'

/** Logs that wait for a title from the model. */
export const titles: Migration = {
  name: '0019-titles',
  sql: /* sql */ `
create table title_tasks (
  organization_id bigint not null references organizations on delete cascade,
  log_id bigint not null references logs on delete cascade,
  -- The author's language, in which the title is written if the log's own language is not clear.
  language text not null,
  queued_at timestamptz(3) not null,
  primary key (log_id)
);
create index title_tasks_waiting on title_tasks (queued_at);

alter table title_tasks enable row level security;
alter table title_tasks force row level security;
create policy own on title_tasks using (organization_id = current_organization());
-- Readable across organisations, because the worker looks for waiting logs in all of them. The rows contain no text of people.
create policy work_sees on title_tasks for select using (current_setting('wheelhouse.work', true) = 'titles');
`,
}
