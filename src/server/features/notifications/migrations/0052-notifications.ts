import type { Migration } from '../../../platform/database/migrate'

/** Notifications of people, what they want to be notified of, and the browsers that are pushed to. */
export const notifications: Migration = {
  name: '0052-notifications',
  sql: /* sql */ `
create table notifications (
  organization_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  kind text not null,
  actor_id bigint references users on delete set null,
  subject_kind text not null check (subject_kind in ('task', 'chat', 'job', 'document', 'screen')),
  subject_id bigint not null,
  -- The comment, message or run.
  detail_id bigint,
  data jsonb not null default '{}',
  -- Nobody is notified of the same thing twice.
  dedupe_key text not null,
  -- False for what the person wants by push or mail only.
  is_listed boolean not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create unique index notifications_once on notifications (organization_id, user_id, dedupe_key);
create index notifications_newest on notifications (organization_id, user_id, created_at desc, id desc) where is_listed;
create index notifications_unread on notifications (organization_id, user_id, created_at desc, id desc) where read_at is null;
create index notifications_about on notifications (organization_id, subject_kind, subject_id);
create index notifications_created on notifications (created_at);

-- Up to which event of its log the notifications of an organisation were made.
create table notification_positions (
  organization_id bigint primary key references organizations on delete cascade,
  seq bigint not null
);

-- The deadline that a reminder is planned for.
create table notification_deadlines (
  organization_id bigint not null,
  task_id bigint not null,
  deadline timestamptz(3) not null,
  primary key (organization_id, task_id),
  foreign key (organization_id) references organizations on delete cascade
);

create table notification_preferences (
  user_id bigint primary key references users on delete cascade,
  -- Where the person hears of each kind that they changed.
  kinds jsonb not null default '{}',
  quiet_from text,
  quiet_to text,
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  -- Counts changes that make the background job for the next digest obsolete.
  digest_revision int not null default 0,
  digested_at timestamptz(3),
  check ((quiet_from is null) = (quiet_to is null))
);

create table push_subscriptions (
  user_id bigint not null references users on delete cascade,
  id bigint generated always as identity,
  -- It ends with the session, so that the next person at this browser gets nothing of it.
  session_id bigint not null references sessions on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null,
  primary key (user_id, id)
);
create unique index push_subscriptions_endpoint on push_subscriptions (user_id, endpoint);
create index push_subscriptions_session on push_subscriptions (session_id);

do $$
declare one text;
begin
  foreach one in array array['notifications', 'notification_positions', 'notification_deadlines'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
  -- A person has these in all organisations; an organisation sees those of its members, to decide what to send them.
  foreach one in array array['notification_preferences', 'push_subscriptions'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (user_id = current_person())', one);
    execute format('create policy of_members on %I for select using (exists (
      select from memberships m where m.organization_id = current_organization() and m.user_id = %I.user_id))', one, one);
  end loop;
end $$;
-- These let the owner of the database remove old notifications of all organisations.
create policy cleanup_sees on notifications for select to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');
create policy cleanup_removes on notifications for delete to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');
`,
}
