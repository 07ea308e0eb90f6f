import type { Migration } from '../../../platform/database/migrate'

/** Saved views of the tasks of a space, or of one's own. They leave with their author and with the space. */
export const taskViews: Migration = {
  name: '0064-task-views',
  sql: /* sql */ `
create table task_views (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  author_id bigint not null,
  branch_id bigint,
  name text not null,
  settings jsonb not null,
  is_shared boolean not null,
  created_at timestamptz(3) not null,
  foreign key (organization_id, author_id) references memberships on delete cascade,
  foreign key (organization_id, branch_id) references branches (organization_id, id) on delete cascade
);
create index task_views_of_person on task_views (organization_id, author_id, branch_id);
create index task_views_shared on task_views (organization_id, branch_id) where is_shared;

alter table task_views enable row level security;
alter table task_views force row level security;
create policy own on task_views using (organization_id = current_organization());
`,
}
