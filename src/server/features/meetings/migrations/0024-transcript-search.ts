import type { Migration } from '../../../platform/database/migrate'

/** Full-text search of transcripts, including the correction of mistyped words. */
export const transcriptSearch: Migration = {
  name: '0024-transcript-search',
  sql: /* sql */ `
-- As with logs, adds a word that no text can contain for the document of a row.
create function transcript_words(organization_id bigint, doc_id bigint, said text)
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return to_tsvector('simple', search_text(left(said, 100000)))
    || array_to_tsvector(array['#o' || organization_id, '#d' || doc_id]);
end $$;

alter table transcript_segments
  add column words tsvector generated always as (transcript_words(organization_id, doc_id, text)) stored;
create index transcript_segments_words on transcript_segments using gin (words);

-- Forced row level security applies to an owner that is no superuser too, which would hide all rows from this update.
alter table transcript_segments no force row level security;
alter table known_words no force row level security;
insert into known_words (organization_id, word)
select organization_id, words_to_know(words) from transcript_segments on conflict do nothing;
alter table transcript_segments force row level security;
alter table known_words force row level security;

create trigger learn_words after insert or update of text on transcript_segments
  for each row execute function learn_words();
`,
}
