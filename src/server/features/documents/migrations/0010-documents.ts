import type { Migration } from '../../../platform/database/migrate'

/** Versions of documents, what each person pinned and opened, and who deleted a document. */
export const documentVersions: Migration = {
  name: '0010-documents',
  sql: /* sql */ `
alter table documents
  -- The number of changes to the content.
  add column version int not null default 0,
  add column deleted_by bigint references users on delete set null;
create index documents_deleted on documents (organization_id, deleted_at desc, id desc) where deleted_at is not null;

create table document_versions (
  organization_id bigint not null,
  doc_id bigint not null,
  version int not null,
  content text not null,
  origin text not null check (origin in ('person', 'mate', 'restored')),
  restored_from int,
  -- Lines added and removed since the previous version.
  added int not null,
  removed int not null,
  created_by bigint references users on delete set null,
  -- Several saves by one person form one version; these are the times of the first and the last.
  begun_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, doc_id, version),
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade
);

-- Documents that a person pinned or opened.
create table shelf_items (
  organization_id bigint not null,
  user_id bigint not null,
  doc_id bigint not null,
  is_pinned boolean not null default false,
  opened_at timestamptz(3),
  primary key (organization_id, user_id, doc_id),
  foreign key (organization_id, user_id) references memberships on delete cascade,
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade
);
create index shelf_items_opened on shelf_items (organization_id, user_id, opened_at desc, doc_id desc)
  where opened_at is not null;
create index shelf_items_of_document on shelf_items (organization_id, doc_id);

-- Forced row level security applies to an owner that is no superuser too, which would hide all rows from this update.
alter table documents no force row level security;
-- Documents deleted before this migration were deleted by their last change.
update documents set deleted_by = updated_by where deleted_at is not null;
insert into document_versions
  (organization_id, doc_id, version, content, origin, added, removed, created_by, begun_at, created_at)
select organization_id, id, 0, content, 'person', 0, 0, created_by, created_at, created_at from documents;
alter table documents force row level security;

-- Finds the logs that show a frame before the frame is removed. Logs without frames are not indexed.
create index logs_with_frames on logs using gin (frame_ids) where frame_ids <> '{}';

-- Deletes the grants on a deleted document.
create function forget_grants_on() returns trigger language plpgsql as $$
begin
  delete from grants where organization_id = old.organization_id and kind = tg_argv[0] and subject_id = old.id;
  return old;
end $$;
create trigger forget_grants_on after delete on documents for each row execute function forget_grants_on('document');

do $$
declare one text;
begin
  foreach one in array array['document_versions', 'shelf_items'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
  -- Only for the owner of the database, as with frames and files.
  foreach one in array array['logs', 'grants'] loop
    execute format('create policy upkeep_sees on %I for select to current_user using (%s)', one,
      $q$current_setting('wheelhouse.upkeep', true) = 'on'$q$);
  end loop;
  foreach one in array array['documents', 'logs', 'grants'] loop
    execute format('create policy upkeep_removes on %I for delete to current_user using (%s)', one,
      $q$current_setting('wheelhouse.upkeep', true) = 'on'$q$);
  end loop;
  execute format('create policy upkeep_changes on frames for update to current_user using (%s)',
    $q$current_setting('wheelhouse.upkeep', true) = 'on'$q$);
end $$;
`,
}
