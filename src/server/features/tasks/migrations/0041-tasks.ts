import type { Migration } from '../../../platform/database/migrate'

/** Tasks with their people, dependencies, comments and history. Files of tasks belong to them. */
export const tasks: Migration = {
  name: '0041-tasks',
  sql: /* sql */ `
create function task_words(organization_id bigint, title text, description text)
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return own_words(
      organization_id,
      setweight(to_tsvector('simple', search_text(title)), 'A') || to_tsvector('simple', search_text(description))
    ) || array_to_tsvector(array['#o' || organization_id]);
end $$;

create function comment_words(organization_id bigint, comment text)
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return own_words(organization_id, to_tsvector('simple', search_text(comment)))
    || array_to_tsvector(array['#o' || organization_id]);
end $$;

-- The order of tasks in lists: open ones by deadline, those without one after them, then done ones, the newest first.
create function task_rank(deadline timestamptz, done_at timestamptz)
returns double precision language plpgsql immutable parallel safe as $$
begin
  return case when done_at is not null then 2e12 - extract(epoch from done_at)
    when deadline is not null then extract(epoch from deadline) else 1e12 end;
end $$;

create table tasks (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  branch_id bigint not null,
  role_id bigint,
  title text not null,
  description text not null,
  excerpt text not null,
  status text not null check (status in ('todo', 'in_progress', 'in_review', 'blocked', 'done')),
  priority text not null check (priority in ('urgent', 'high', 'normal', 'low')),
  reporter_id bigint references users on delete set null,
  labels text[] not null,
  estimate_minutes int,
  deadline timestamptz(3),
  fixed_start_time timestamptz(3),
  start_after_time timestamptz(3),
  parent_id bigint,
  source text not null check (source in ('person', 'mate', 'job', 'log')),
  origin jsonb,
  checklist jsonb not null,
  file_ids uuid[] not null default '{}',
  repeat jsonb,
  -- The next task of a recurring one, which was created when this one was done.
  next_id bigint,
  -- The status before the task was done, for taking that back.
  done_from text,
  done_at timestamptz(3),
  comment_count int not null default 0,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  archived_at timestamptz(3),
  rank double precision not null generated always as (task_rank(deadline, done_at)) stored,
  urgency smallint not null generated always as (
    case priority when 'urgent' then 0 when 'high' then 1 when 'normal' then 2 else 3 end
  ) stored,
  words tsvector generated always as (task_words(organization_id, title, description)) stored,
  unique (organization_id, id),
  foreign key (organization_id, branch_id) references branches (organization_id, id) on delete cascade,
  foreign key (organization_id, role_id) references roles (organization_id, id) on delete set null (role_id),
  foreign key (organization_id, parent_id) references tasks (organization_id, id) on delete set null (parent_id),
  check ((status = 'done') = (done_at is not null))
);
create index tasks_open on tasks (organization_id, branch_id, rank, urgency, id)
  where archived_at is null and status <> 'done';
create index tasks_done on tasks (organization_id, branch_id, rank, urgency, id)
  where archived_at is null and status = 'done';
create index tasks_archived on tasks (organization_id, branch_id, rank, urgency, id) where archived_at is not null;
create index tasks_of_parent on tasks (organization_id, parent_id) where parent_id is not null;
create index tasks_of_role on tasks (organization_id, role_id) where role_id is not null;
create index tasks_reported on tasks (reporter_id) where reporter_id is not null;
create index tasks_words on tasks using gin (words);

create table task_assignees (
  organization_id bigint not null,
  task_id bigint not null,
  user_id bigint not null,
  place smallint not null,
  primary key (organization_id, task_id, user_id),
  foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index task_assignees_of_person on task_assignees (organization_id, user_id, task_id);

create table task_dependencies (
  organization_id bigint not null,
  task_id bigint not null,
  depends_on bigint not null,
  primary key (organization_id, task_id, depends_on),
  foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade,
  foreign key (organization_id, depends_on) references tasks (organization_id, id) on delete cascade
);
create index task_dependencies_on on task_dependencies (organization_id, depends_on);

create table task_comments (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  task_id bigint not null,
  author_id bigint references users on delete set null,
  comment text not null,
  mentions bigint[] not null,
  file_ids uuid[] not null,
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  words tsvector generated always as (comment_words(organization_id, comment)) stored,
  unique (organization_id, id),
  foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade
);
create index task_comments_newest on task_comments (organization_id, task_id, id desc);
create index task_comments_written on task_comments (author_id) where author_id is not null;
create index task_comments_words on task_comments using gin (words);

create table comment_reactions (
  organization_id bigint not null,
  comment_id bigint not null,
  emoji text not null,
  user_id bigint not null,
  reacted_at timestamptz(3) not null,
  primary key (organization_id, comment_id, emoji, user_id),
  foreign key (organization_id, comment_id) references task_comments (organization_id, id) on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index comment_reactions_of_person on comment_reactions (organization_id, user_id);

create table task_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  task_id bigint not null,
  user_id bigint references users on delete set null,
  changed_at timestamptz(3) not null,
  field text not null,
  was jsonb,
  became jsonb,
  foreign key (organization_id, task_id) references tasks (organization_id, id) on delete cascade
);
create index task_changes_newest on task_changes (organization_id, task_id, id desc);
create index task_changes_made on task_changes (user_id) where user_id is not null;

alter table attachments
  add foreign key (organization_id, task_id) references tasks (organization_id, id) on delete set null (task_id),
  add foreign key (comment_id) references task_comments on delete set null;

create trigger learn_words after insert or update of title, description on tasks
  for each row execute function learn_words();
create trigger learn_words after insert or update of comment on task_comments
  for each row execute function learn_words();

do $$
declare name text;
begin
  foreach name in array array[
    'tasks', 'task_assignees', 'task_dependencies', 'task_comments', 'comment_reactions', 'task_changes'
  ] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own on %I using (organization_id = current_organization())', name);
  end loop;
end $$;
`,
}
