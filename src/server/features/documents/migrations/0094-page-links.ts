import type { Migration } from '../../../platform/database/migrate'

/** Whom and what pages name, and comments on their passages [D46]. */
export const pageLinks: Migration = {
  name: '0094-page-links',
  sql: /* sql */ `
-- What the text of a page names: people, and documents, of themselves or by a log. "target_id" is not a foreign key,
-- because a text may name what was deleted.
create table page_links (
  organization_id bigint not null,
  doc_id bigint not null,
  kind text not null check (kind in ('person', 'document')),
  target_id bigint not null,
  primary key (organization_id, doc_id, kind, target_id),
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade
);
create index page_links_by_target on page_links (organization_id, kind, target_id);

create table page_threads (
  organization_id bigint not null,
  id bigint generated always as identity,
  doc_id bigint not null,
  -- Where the passage begins and ends in the shared document, as Yjs encodes it, and what it said.
  begins_at bytea not null,
  ends_at bytea not null,
  quote text not null,
  created_by bigint references users on delete set null,
  created_at timestamptz(3) not null,
  resolved_by bigint references users on delete set null,
  resolved_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade
);
create index page_threads_of_page on page_threads (organization_id, doc_id, id);
create index page_threads_created_by on page_threads (created_by) where created_by is not null;
create index page_threads_resolved_by on page_threads (resolved_by) where resolved_by is not null;

create table page_comments (
  organization_id bigint not null,
  id bigint generated always as identity,
  thread_id bigint not null,
  author_id bigint references users on delete set null,
  content text not null,
  mentions bigint[] not null default '{}',
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, thread_id) references page_threads on delete cascade
);
create index page_comments_of_thread on page_comments (organization_id, thread_id, id);
create index page_comments_author on page_comments (author_id) where author_id is not null;

do $$
declare one text;
begin
  foreach one in array array['page_links', 'page_threads', 'page_comments'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;
`,
}
