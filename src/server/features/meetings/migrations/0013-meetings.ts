import type { Migration } from '../../../platform/database/migrate'

/** Recordings and their transcripts. */
export const meetings: Migration = {
  name: '0013-meetings',
  sql: /* sql */ `
create table recordings (
  organization_id bigint not null,
  doc_id bigint not null,
  stage text not null check (stage in ('queued', 'transcribing', 'separating', 'summarising', 'done', 'failed')),
  progress double precision not null default 0,
  reason text check (reason in ('not_sound', 'silent', 'too_long', 'needs_ffmpeg', 'endpoint', 'gone', 'internal')),
  has_words boolean not null,
  -- The number of attempts whose outcome was not reported.
  attempts int not null default 0,
  -- The attempt that is processing it, and until when that attempt counts as alive without a renewal.
  taken_by uuid,
  taken_until timestamptz(3),
  duration_seconds double precision not null default 0,
  -- The version of the transcript.
  version int not null default 0,
  queued_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, doc_id),
  foreign key (organization_id, doc_id) references documents (organization_id, id) on delete cascade
);
create index recordings_waiting on recordings (queued_at) where stage not in ('done', 'failed');

create table recording_files (
  organization_id bigint not null,
  doc_id bigint not null,
  place int not null,
  file_id uuid not null,
  batch_id uuid not null,
  -- Seconds since the beginning of the recording; null until it is analysed.
  starts_at double precision not null default 0,
  primary key (organization_id, doc_id, place),
  foreign key (organization_id, doc_id) references recordings on delete cascade
);
create index recording_files_of_batch on recording_files (organization_id, batch_id);

create table transcript_segments (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  doc_id bigint not null,
  speaker int not null,
  starts_at double precision not null,
  ends_at double precision not null,
  text text not null,
  is_edited boolean not null default false,
  foreign key (organization_id, doc_id) references recordings on delete cascade
);
create index transcript_segments_by_time on transcript_segments (organization_id, doc_id, starts_at, id);

create table speaker_names (
  organization_id bigint not null,
  doc_id bigint not null,
  speaker int not null,
  name text not null,
  primary key (organization_id, doc_id, speaker),
  foreign key (organization_id, doc_id) references recordings on delete cascade
);

do $$
declare one text;
begin
  foreach one in array array['recordings', 'recording_files', 'transcript_segments', 'speaker_names'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;
-- Readable across organisations, because the worker looks for waiting recordings in all of them. The rows contain no text of people.
create policy work_sees on recordings for select using (current_setting('wheelhouse.work', true) = 'recordings');
`,
}
