import type { Migration } from '../../../platform/database/migrate'

/** What texts of every kind link to, in place of the links of pages alone [D46]. */
export const textLinks: Migration = {
  name: '0141-text-links',
  sql: /* sql */ `
-- What a text links to: documents, of themselves or by a log, and in a page also people. "target_id" is not a foreign key,
-- because a text may link to what was deleted. The text is a page, a log of a logbook, or a comment on one of them or on
-- a task.
create table text_links (
  organization_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('person', 'document')),
  target_id bigint not null,
  doc_id bigint,
  log_id bigint references logs on delete cascade,
  log_comment_id bigint,
  page_comment_id bigint,
  task_comment_id bigint,
  linked_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade,
  foreign key (organization_id, log_comment_id) references log_comments on delete cascade,
  foreign key (organization_id, page_comment_id) references page_comments on delete cascade,
  foreign key (organization_id, task_comment_id) references task_comments (organization_id, id) on delete cascade,
  check (num_nonnulls(doc_id, task_comment_id) = 1),
  check (log_comment_id is null or log_id is not null),
  check (num_nonnulls(log_comment_id, page_comment_id, task_comment_id) <= 1),
  unique nulls not distinct
    (organization_id, doc_id, log_id, log_comment_id, page_comment_id, task_comment_id, kind, target_id)
);
create index text_links_by_target on text_links (organization_id, kind, target_id, linked_at desc, id desc);
create index text_links_of_log on text_links (log_id) where log_id is not null;
create index text_links_of_log_comment on text_links (organization_id, log_comment_id) where log_comment_id is not null;
create index text_links_of_page_comment on text_links (organization_id, page_comment_id)
  where page_comment_id is not null;
create index text_links_of_task_comment on text_links (organization_id, task_comment_id)
  where task_comment_id is not null;

alter table page_links no force row level security;
alter table last_writes no force row level security;
insert into text_links (organization_id, doc_id, kind, target_id, linked_at)
select l.organization_id, l.doc_id, l.kind, l.target_id, w.written_at from page_links l
join last_writes w on w.organization_id = l.organization_id and w.doc_id = l.doc_id
order by w.written_at, l.doc_id;
alter table last_writes force row level security;
drop table page_links;

alter table text_links enable row level security;
alter table text_links force row level security;
create policy own on text_links using (organization_id = current_organization());
`,
}
