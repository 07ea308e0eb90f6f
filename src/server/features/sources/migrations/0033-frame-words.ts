import type { Migration } from '../../../platform/database/migrate'

/**
 * Words that jobs read on pictures. They are deleted with their picture, and not learned as known words, which would
 * outlive it.
 */
export const frameWords: Migration = {
  name: '0033-frame-words',
  sql: /* sql */ `
create function frame_words_index(organization_id bigint, text text)
returns tsvector language plpgsql immutable parallel safe as $$
begin
  return own_words(organization_id, to_tsvector('simple', search_text(text)))
    || array_to_tsvector(array['#o' || organization_id]);
end $$;

create table frame_words (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  frame_id uuid not null,
  -- The parts that were read: name, text and number of each.
  areas jsonb not null,
  text text not null check (length(text) <= 20000),
  words tsvector generated always as (frame_words_index(organization_id, text)) stored,
  unique (organization_id, frame_id),
  foreign key (organization_id, frame_id) references frames (organization_id, id) on delete cascade
);
create index frame_words_words on frame_words using gin (words);

alter table frame_words enable row level security;
alter table frame_words force row level security;
create policy own on frame_words using (organization_id = current_organization());
`,
}
