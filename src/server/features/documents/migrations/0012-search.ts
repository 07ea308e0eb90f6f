import type { Migration } from '../../../platform/database/migrate'

/** Words without accents, the organisation they belong to, and a dictionary for correcting mistyped words. */
export const search: Migration = {
  name: '0012-search',
  sql: /* sql */ `
-- Normalises a text for the index: without accents, and with spaces instead of punctuation between words, so that BX-204 and
-- a.b@c.example are found by their parts. platform/words/fold.ts does the same with queries.
create function search_text(said text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(said) <> length(said) then
    said := regexp_replace(normalize(said, NFKD), '[\\u0300-\\u036f\\u00ad\\u200c\\u200d]', '', 'g');
    said := replace(replace(replace(replace(replace(said, 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe');
    said := translate(said, 'øØđĐłŁı', 'oOdDlLi');
  end if;
  return regexp_replace(said, '[-./@_:<>&+=?~\\\\%#|^*\`]+', ' ', 'g');
end $$;

-- A name in lower case with spaces around its words, so that ' x' matches words that begin with x.
create function search_name(said text) returns text language plpgsql immutable parallel safe as $$
begin
  return ' ' || btrim(regexp_replace(lower(search_text(said)), '[[:space:][:punct:]]+', ' ', 'g')) || ' ';
end $$;

-- Adds words that no text can contain for the document and the day of a row, so that the index finds the words of one document, or
-- the newest ones, without reading other rows.
create function log_words(organization_id bigint, doc_id bigint, created_at timestamptz, title text, content text)
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return setweight(to_tsvector('simple', search_text(title)), 'A') || to_tsvector('simple', search_text(content))
    || array_to_tsvector(array[
      '#o' || organization_id, '#d' || doc_id,
      '#t' || organization_id || ':' || floor(extract(epoch from created_at) / 86400)::bigint
    ]);
end $$;

-- Only the beginning of a text is indexed, so that it stays within PostgreSQL's limit for a tsvector.
create function document_words(organization_id bigint, name text, description text, content text)
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return setweight(to_tsvector('simple', search_text(name)), 'A')
    || setweight(to_tsvector('simple', search_text(coalesce(description, ''))), 'B')
    || to_tsvector('simple', search_text(left(content, 100000)))
    || array_to_tsvector(array['#o' || organization_id]);
end $$;

alter table logs drop column words;
alter table logs
  add column words tsvector generated always as (log_words(organization_id, doc_id, created_at, title, content)) stored;
create index logs_words on logs using gin (words);

alter table documents
  add column words tsvector generated always as (document_words(organization_id, name, description, content)) stored;
create index documents_words on documents using gin (words);

-- Every word that an organisation ever wrote, once. It only supplies candidates for mistyped words; whether the caller may see a
-- word is checked against logs and documents.
create table known_words (
  organization_id bigint not null references organizations on delete cascade,
  word text collate "C" not null,
  -- The reversed word, so that an index finds words with the same ending.
  backwards text collate "C" not null generated always as (reverse(word)) stored,
  primary key (organization_id, word)
);
create index known_words_backwards on known_words (organization_id, backwards);

-- Numbers are left out because they are not misspelt, and very short words because they resemble too many others.
create function words_to_know(words tsvector) returns setof text language sql immutable parallel safe as $$
  select word from unnest(tsvector_to_array(words)) word where length(word) between 3 and 40 and word !~ '[0-9#]'
$$;

create function learn_words() returns trigger language plpgsql as $$
begin
  insert into known_words (organization_id, word)
  select new.organization_id, word from words_to_know(new.words) word
  where not exists (select from known_words k where k.organization_id = new.organization_id and k.word = word.word)
  on conflict do nothing;
  return null;
end $$;

-- Forced row level security applies to an owner that is no superuser too, which would hide all rows from these statements.
alter table logs no force row level security;
alter table documents no force row level security;
insert into known_words (organization_id, word)
select organization_id, words_to_know(words) from logs union select organization_id, words_to_know(words) from documents;
alter table logs force row level security;
alter table documents force row level security;

create trigger learn_words after insert or update of title, content on logs
  for each row execute function learn_words();
create trigger learn_words after insert or update of name, description, content on documents
  for each row execute function learn_words();

alter table known_words enable row level security;
alter table known_words force row level security;
create policy own on known_words using (organization_id = current_organization());
`,
}
