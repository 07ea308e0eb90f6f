import type { Migration } from '../../../platform/database/migrate'

/**
 * Every word in the indexes is prefixed with the number of its organisation. Searching a word therefore costs the same
 * whether another organisation has it or not, and a prefix search only meets words of one's own organisation.
 */
export const ownWords: Migration = {
  name: '0025-own-words',
  sql: /* sql */ `
create function own_words_prefix(organization_id bigint) returns text language sql immutable parallel safe as $$
  select to_hex(organization_id) || ':'
$$;

-- The text form of a tsvector quotes each word, and no word contains a space, so a quote after a space begins a word. Words that
-- would exceed PostgreSQL's limit with the prefix are left out.
create function own_words(organization_id bigint, words tsvector) returns tsvector
language plpgsql immutable parallel safe as $$
begin
  if length(words::text) > 2000 then
    words := ts_delete(words, array(select word from unnest(tsvector_to_array(words)) word where octet_length(word) > 2000));
  end if;
  return replace(' ' || words::text, ' ''', ' ''' || own_words_prefix(organization_id))::tsvector;
end $$;

create function own_query(organization_id bigint, query tsquery) returns tsquery language sql immutable parallel safe as $$
  select replace(replace(' ' || query::text, '!''', '! '''), ' ''', ' ''' || own_words_prefix(organization_id))::tsquery
$$;

alter table logs drop column words;
create or replace function log_words(
  organization_id bigint, doc_id bigint, created_at timestamptz, title text, content text
) returns tsvector language plpgsql immutable parallel safe as $$
begin
  return own_words(
      organization_id,
      setweight(to_tsvector('simple', search_text(title)), 'A') || to_tsvector('simple', search_text(content))
    ) || array_to_tsvector(array[
      '#o' || organization_id, '#d' || doc_id,
      '#t' || organization_id || ':' || floor(extract(epoch from created_at) / 86400)::bigint
    ]);
end $$;
alter table logs
  add column words tsvector generated always as (log_words(organization_id, doc_id, created_at, title, content)) stored;
create index logs_words on logs using gin (words);

alter table documents drop column words;
create or replace function document_words(organization_id bigint, name text, description text, content text)
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return own_words(
      organization_id,
      setweight(to_tsvector('simple', search_text(name)), 'A')
        || setweight(to_tsvector('simple', search_text(coalesce(description, ''))), 'B')
        || to_tsvector('simple', search_text(left(content, 100000)))
    ) || array_to_tsvector(array['#o' || organization_id]);
end $$;
alter table documents
  add column words tsvector generated always as (document_words(organization_id, name, description, content)) stored;
create index documents_words on documents using gin (words);

alter table transcript_segments drop column words;
create or replace function transcript_words(organization_id bigint, doc_id bigint, said text)
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return own_words(organization_id, to_tsvector('simple', search_text(left(said, 100000))))
    || array_to_tsvector(array['#o' || organization_id, '#d' || doc_id]);
end $$;
alter table transcript_segments
  add column words tsvector generated always as (transcript_words(organization_id, doc_id, text)) stored;
create index transcript_segments_words on transcript_segments using gin (words);

create or replace function words_to_know(words tsvector) returns setof text language sql immutable parallel safe as $$
  select own.word
  from unnest(tsvector_to_array(words)) word cross join lateral (select substr(word, strpos(word, ':') + 1) as word) own
  where word.word !~ '^#' and length(own.word) between 3 and 40 and own.word !~ '[0-9#]'
$$;
`,
}
