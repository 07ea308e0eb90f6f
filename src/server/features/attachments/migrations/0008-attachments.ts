import type { Migration } from '../../../platform/database/migrate'

/** Files that people upload, whole or in parts, and what they belong to. */
export const attachments: Migration = {
  name: '0008-attachments',
  sql: /* sql */ `
-- Inserted before the first byte is stored, so that a cleanup finds and removes interrupted uploads after they expire.
create table uploads (
  organization_id bigint not null references organizations on delete cascade,
  id uuid not null,
  batch_id uuid not null,
  user_id bigint not null,
  file_name text not null,
  -- As announced by the client; null if unknown.
  file_size bigint,
  hint text,
  doc_id bigint,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (organization_id, id)
);
create index uploads_of_person on uploads (organization_id, user_id, expires_at) where finished_at is null;

create table upload_parts (
  organization_id bigint not null,
  upload_id uuid not null,
  part int not null,
  bytes int not null,
  primary key (organization_id, upload_id, part),
  foreign key (organization_id, upload_id) references uploads on delete cascade
);

create table attachments (
  organization_id bigint not null references organizations on delete cascade,
  id uuid not null,
  batch_id uuid not null,
  user_id bigint not null,
  file_name text not null,
  bytes bigint not null,
  mime_type text not null,
  width int,
  height int,
  duration_seconds double precision,
  -- Null if there is no thumbnail.
  blur_hash text,
  doc_id bigint,
  log_id bigint references logs on delete set null,
  -- Order among files that were attached together.
  place int not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete set null (doc_id)
);
create index attachments_of_document on attachments (organization_id, doc_id, log_id) where doc_id is not null;
create index attachments_of_log on attachments (log_id) where log_id is not null;
create index attachments_of_nothing on attachments (created_at) where doc_id is null;

do $$
declare one text;
begin
  foreach one in array array['uploads', 'upload_parts', 'attachments'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
  -- Only for the owner of the database, as with frames.
  foreach one in array array['uploads', 'attachments', 'documents'] loop
    execute format('create policy upkeep_sees on %I for select to current_user using (%s)', one,
      $q$current_setting('wheelhouse.upkeep', true) = 'on'$q$);
  end loop;
  foreach one in array array['uploads', 'attachments'] loop
    execute format('create policy upkeep_removes on %I for delete to current_user using (%s)', one,
      $q$current_setting('wheelhouse.upkeep', true) = 'on'$q$);
  end loop;
end $$;
`,
}
