import type { Migration } from '../../../platform/database/migrate'

/** Documents, who may see them, and their logs. */
export const logbooks: Migration = {
  name: '0004-logbooks',
  sql: /* sql */ `
create table documents (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  description text,
  type text not null check (type in ('document', 'diarization', 'logbook')),
  content text not null default '',
  prompt text,
  access text not null check (access in ('private', 'branch', 'organisation')),
  branch_id bigint,
  created_by bigint references users on delete set null,
  created_at timestamptz(3) not null,
  updated_by bigint references users on delete set null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, branch_id) references branches (organization_id, id)
);
create index on documents (organization_id, updated_at desc, id desc) where deleted_at is null;

-- The time and author of the last write in each document, by which the list is sorted. A separate table, so that writing a log
-- updates one narrow row instead of a document and never waits for a change of its name or access.
create table last_writes (
  organization_id bigint not null,
  doc_id bigint not null,
  written_at timestamptz(3) not null,
  written_by bigint,
  primary key (organization_id, doc_id),
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade
) with (fillfactor = 70);
create index last_writes_list on last_writes (organization_id, written_at desc, doc_id desc);

create table grants (
  organization_id bigint not null references organizations on delete cascade,
  kind text not null check (kind in ('document', 'camera', 'screen', 'job')),
  subject_id bigint not null,
  grantee_kind text not null check (grantee_kind in ('user', 'role', 'branch')),
  grantee_id bigint not null,
  level text not null check (level in ('viewer', 'editor')),
  expires_at timestamptz(3),
  granted_by bigint not null,
  granted_at timestamptz(3) not null,
  primary key (organization_id, kind, subject_id, grantee_kind, grantee_id)
);

-- A grant ends with the membership of its grantee, so that a person who returns does not have it.
create function forget_grants() returns trigger language plpgsql as $$
declare grantee bigint := (to_jsonb(old) ->> tg_argv[1])::bigint;
begin
  delete from grants
  where organization_id = old.organization_id and grantee_kind = tg_argv[0] and grantee_id = grantee;
  return old;
end $$;
create index grants_of on grants (organization_id, grantee_kind, grantee_id);
create trigger forget_grants after delete on memberships for each row execute function forget_grants('user', 'user_id');
create trigger forget_grants after delete on roles for each row execute function forget_grants('role', 'id');
create trigger forget_grants after delete on branches for each row execute function forget_grants('branch', 'id');

create table logs (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  doc_id bigint not null,
  title text not null,
  content text not null,
  created_by bigint references users on delete set null,
  created_at timestamptz(3) not null,
  future_instructions_id bigint,
  is_generating boolean not null default false,
  frame_ids text[] not null default '{}',
  words tsvector generated always as (to_tsvector('simple', title || ' ' || content)) stored,
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade
);
create index logs_timeline on logs (organization_id, doc_id, created_at desc, id desc);
create index logs_latest on logs (organization_id, created_at desc, id desc);
create index logs_by_person on logs (organization_id, created_by, created_at desc);
create index logs_words on logs using gin (words);

do $$
declare one text;
begin
  foreach one in array array['documents', 'last_writes', 'grants', 'logs'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;
`,
}
