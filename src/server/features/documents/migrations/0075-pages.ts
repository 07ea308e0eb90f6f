import type { Migration } from '../../../platform/database/migrate'

/** The shared documents of pages, which several people write at once [D46]. */
export const pages: Migration = {
  name: '0075-pages',
  sql: /* sql */ `
create table pages (
  organization_id bigint not null,
  doc_id bigint not null,
  -- The shared document with all changes up to "compacted".
  state bytea not null,
  compacted int not null default 0,
  -- The number of the last change, and a random number that tells it from one that was rolled back.
  seq int not null default 0,
  stamp bigint not null,
  -- The last change that the text in "documents" contains.
  cut int not null default 0,
  -- When the first and the last change that it does not contain were made.
  begun_at timestamptz(3),
  written_at timestamptz(3),
  -- The bytes of the changes since the state.
  pending_bytes int not null default 0,
  primary key (organization_id, doc_id),
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade
);

create table page_updates (
  organization_id bigint not null,
  doc_id bigint not null,
  seq int not null,
  stamp bigint not null,
  update bytea not null,
  user_id bigint references users on delete set null,
  at timestamptz(3) not null,
  primary key (organization_id, doc_id, seq),
  foreign key (organization_id, doc_id) references pages on delete cascade
);
create index page_updates_of_people on page_updates (user_id) where user_id is not null;

-- Who wrote as which client of the shared document; nobody else may.
create table page_clients (
  organization_id bigint not null,
  doc_id bigint not null,
  client_id bigint not null,
  user_id bigint references users on delete set null,
  primary key (organization_id, doc_id, client_id),
  foreign key (organization_id, doc_id) references pages on delete cascade
);
create index page_clients_of_people on page_clients (user_id) where user_id is not null;

-- Everybody who wrote in a version; "created_by" is the last of them.
alter table document_versions
  add column authors bigint[] not null default '{}',
  add column name text;

do $$
declare one text;
begin
  foreach one in array array['pages', 'page_updates', 'page_clients'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;
`,
}
