import type { Migration } from '../../../platform/database/migrate'

/** Meetings that are being recorded, and what was said in them so far. */
export const liveCaptions: Migration = {
  name: '0127-live-captions',
  sql: /* sql */ `
alter table recordings drop constraint recordings_stage_check;
alter table recordings add constraint recordings_stage_check check (stage in
  ('recording', 'queued', 'transcribing', 'separating', 'summarising', 'done', 'failed'));
-- An owner that is no superuser is bound by row level security too, when it gives up abandoned recordings.
create policy upkeep_sees on recordings for select to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');
create policy upkeep_gives_up on recordings for update to current_user
  using (current_setting('wheelhouse.upkeep', true) = 'on');
create index recordings_live on recordings (updated_at) where stage = 'recording';

create table live_captions (
  organization_id bigint not null,
  doc_id bigint not null,
  -- Counts the captions of a recording from 0.
  place int not null,
  starts_at double precision not null,
  text text not null,
  primary key (organization_id, doc_id, place),
  foreign key (organization_id, doc_id) references recordings on delete cascade
);
alter table live_captions enable row level security;
alter table live_captions force row level security;
create policy own on live_captions using (organization_id = current_organization());
`,
}
