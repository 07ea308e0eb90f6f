import type { Migration } from '../../../platform/database/migrate'

/** Comments on logs, and reactions to them. */
export const logDiscussion: Migration = {
  name: '0099-log-discussion',
  sql: /* sql */ `
create table log_comments (
  organization_id bigint not null,
  id bigint generated always as identity,
  log_id bigint not null references logs on delete cascade,
  author_id bigint references users on delete set null,
  comment text not null,
  mentions bigint[] not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index log_comments_newest on log_comments (organization_id, log_id, id desc);
create index log_comments_of_log on log_comments (log_id);
create index log_comments_written on log_comments (author_id) where author_id is not null;

create table log_reactions (
  organization_id bigint not null,
  log_id bigint not null references logs on delete cascade,
  emoji text not null,
  user_id bigint not null,
  reacted_at timestamptz(3) not null,
  primary key (organization_id, log_id, emoji, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index log_reactions_of_log on log_reactions (log_id);
create index log_reactions_of_person on log_reactions (organization_id, user_id);

do $$
declare name text;
begin
  foreach name in array array['log_comments', 'log_reactions'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own on %I using (organization_id = current_organization())', name);
  end loop;
end $$;
`,
}
