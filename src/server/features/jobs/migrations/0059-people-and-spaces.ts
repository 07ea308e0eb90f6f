import type { Migration } from '../../../platform/database/migrate'

/** Jobs that write messages or tasks to people and spaces [D29]. */
export const peopleAndSpaces: Migration = {
  name: '0059-people-and-spaces',
  sql: /* sql */ `
alter table jobs
  add column write_user_ids bigint[] not null default '{}',
  add column write_space_ids bigint[] not null default '{}',
  add column sends_as text not null default 'message' check (sends_as in ('message', 'task'));
-- The messages and tasks that a run wrote.
alter table job_runs add column sent jsonb not null default '[]';
`,
}
