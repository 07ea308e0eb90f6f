import type { Migration } from '../../../platform/database/migrate'

/** Links of messages, and of logs and comments that were written before links were noted [D46]. */
export const messageLinks: Migration = {
  name: '0142-message-links',
  sql: /* sql */ `
alter table text_links add column message_id bigint;
alter table text_links add foreign key (organization_id, message_id) references messages on delete cascade;
do $$
declare found text;
begin
  for found in select conname from pg_constraint
    where conrelid = 'text_links'::regclass
      and (contype = 'u' or pg_get_constraintdef(oid) like '%num_nonnulls(doc_id, task_comment_id)%')
  loop
    execute format('alter table text_links drop constraint %I', found);
  end loop;
end $$;
alter table text_links add check (num_nonnulls(doc_id, task_comment_id, message_id) = 1);
alter table text_links add unique nulls not distinct
  (organization_id, doc_id, log_id, log_comment_id, page_comment_id, task_comment_id, message_id, kind, target_id);
create index text_links_of_message on text_links (organization_id, message_id) where message_id is not null;

-- The documents that a text links to, of themselves or by a log.
create function linked_documents(written text) returns setof bigint language sql immutable as $$
  select distinct found[1]::bigint
  from regexp_matches(written, '\\]\\(#/docs/([1-9][0-9]{0,14})(?:\\?log=[1-9][0-9]{0,14})?\\)', 'g') found
$$;
do $$
declare one text;
begin
  foreach one in array array['text_links', 'logs', 'log_comments', 'page_comments', 'page_threads', 'task_comments',
    'messages'] loop
    execute format('alter table %I no force row level security', one);
  end loop;
end $$;
insert into text_links (organization_id, doc_id, log_id, log_comment_id, page_comment_id, task_comment_id, message_id, kind,
  target_id, linked_at)
select organization_id, doc_id, log_id, log_comment_id, page_comment_id, task_comment_id, message_id, 'document', target_id,
  written_at
from (
  select organization_id, doc_id, id as log_id, null::bigint as log_comment_id, null::bigint as page_comment_id,
    null::bigint as task_comment_id, null::bigint as message_id, content as written, created_at as written_at
  from logs where content like '%](#/docs/%'
  union all
  select c.organization_id, l.doc_id, l.id, c.id, null, null, null, c.comment, c.created_at
  from log_comments c join logs l on l.organization_id = c.organization_id and l.id = c.log_id
  where c.comment like '%](#/docs/%'
  union all
  select c.organization_id, t.doc_id, null, null, c.id, null, null, c.content, c.created_at
  from page_comments c join page_threads t on t.organization_id = c.organization_id and t.id = c.thread_id
  where c.content like '%](#/docs/%'
  union all
  select organization_id, null, null, null, null, id, null, comment, created_at
  from task_comments where comment like '%](#/docs/%'
  union all
  select organization_id, null, null, null, null, null, id, text, created_at
  from messages where text like '%](#/docs/%' and deleted_at is null
) texts cross join lateral linked_documents(written) as target_id
order by written_at
on conflict do nothing;
do $$
declare one text;
begin
  foreach one in array array['text_links', 'logs', 'log_comments', 'page_comments', 'page_threads', 'task_comments',
    'messages'] loop
    execute format('alter table %I force row level security', one);
  end loop;
end $$;
drop function linked_documents;
`,
}
