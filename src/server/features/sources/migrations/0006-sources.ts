import type { Migration } from '../../../platform/database/migrate'

/**
 * Screens and cameras, their pictures, who was shown each picture, and permissions to upload one. The table `grants`
 * holds who may see a source.
 */
export const sources: Migration = {
  name: '0006-sources',
  sql: /* sql */ `
create table cameras (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  description text not null default '',
  -- Encrypted, because it may contain a name and a password. shown_address is the form that people see.
  address text not null,
  shown_address text not null,
  kind text not null check (kind in ('still', 'mjpeg', 'hls', 'rtsp')),
  branch_id bigint,
  to_organisation boolean not null default false,
  kept_days int not null,
  notice_confirmed_by bigint references users on delete set null,
  notice_confirmed_at timestamptz(3),
  trouble text,
  trouble_since timestamptz(3),
  created_by bigint references users on delete set null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (organization_id, id),
  foreign key (organization_id, branch_id) references branches (organization_id, id)
);

-- One row for each person who ever shared their screen or chose who may see it. It outlives the membership, because frames do.
create table screens (
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null,
  to_organisation boolean not null default false,
  since timestamptz(3),
  primary key (organization_id, user_id)
);

create table frames (
  organization_id bigint not null references organizations on delete cascade,
  id uuid not null,
  source_kind text not null check (source_kind in ('screen', 'camera')),
  source_id bigint not null,
  taken_at timestamptz(3) not null,
  object_key text not null,
  bytes int not null,
  kept boolean not null default false,
  primary key (organization_id, id)
);
create index frames_of_source on frames (organization_id, source_kind, source_id, taken_at desc, id desc);

create table frame_views (
  organization_id bigint not null,
  frame_id uuid not null,
  viewer_kind text not null check (viewer_kind in ('person', 'job')),
  viewer_id bigint not null,
  -- The name of the job; names of people are read from users.
  name text,
  at timestamptz(3) not null,
  primary key (organization_id, frame_id, viewer_kind, viewer_id),
  foreign key (organization_id, frame_id) references frames (organization_id, id) on delete cascade
);

create table upload_grants (
  organization_id bigint not null references organizations on delete cascade,
  id uuid not null,
  user_id bigint not null,
  object_key text not null,
  granted_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (organization_id, id)
);

-- Deletes the grants on the screen of a person who left, so that nobody has access when the person returns.
create function forget_screen() returns trigger language plpgsql as $$
begin
  delete from grants where organization_id = old.organization_id and kind = 'screen' and subject_id = old.user_id;
  update screens set to_organisation = false
  where organization_id = old.organization_id and user_id = old.user_id and to_organisation;
  return old;
end $$;
create trigger forget_screen after delete on memberships for each row execute function forget_screen();

do $$
declare one text;
begin
  foreach one in array array['cameras', 'screens', 'frames', 'frame_views', 'upload_grants'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
  -- Forced row level security applies to an owner that is no superuser too. These policies let cleanups find expired rows; they are
  -- only for the owner.
  foreach one in array array['cameras', 'screens', 'frames', 'upload_grants'] loop
    execute format('create policy upkeep_sees on %I for select to current_user using (%s)', one,
      $q$current_setting('wheelhouse.upkeep', true) = 'on'$q$);
  end loop;
  foreach one in array array['frames', 'upload_grants'] loop
    execute format('create policy upkeep_removes on %I for delete to current_user using (%s)', one,
      $q$current_setting('wheelhouse.upkeep', true) = 'on'$q$);
  end loop;
end $$;
`,
}
