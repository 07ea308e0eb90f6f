import type { Migration } from '../../../platform/database/migrate'

/**
 * Jobs, their runs, earlier versions of their settings, and the library of prompts. The table `grants` holds who may
 * see a job besides its owner.
 */
export const jobs: Migration = {
  name: '0032-jobs',
  sql: /* sql */ `
create table jobs (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  -- The job runs with the rights of this person.
  owner_id bigint not null references users on delete cascade,
  name text not null,
  description text not null,
  prompt text not null,
  schedule jsonb not null,
  feed_ids bigint[] not null,
  screen_ids bigint[] not null,
  read_ids bigint[] not null,
  custom_code text,
  write_ids bigint[] not null,
  graph_id bigint references graphs on delete set null,
  look jsonb not null,
  writes_when text not null check (writes_when in ('always', 'when_noteworthy')),
  reference_ids uuid[] not null default '{}',
  overlay_key text,
  model text,
  status text not null check (status in ('active', 'paused', 'completed', 'expired')),
  pause_cause text check (pause_cause in ('person', 'failures', 'source_gone', 'owner_gone', 'plan')),
  pause_reason text,
  executions int not null default 0,
  completed_at timestamptz(3),
  next_run_at timestamptz(3),
  -- When the schedule was made; intervals longer than a day count from it.
  scheduled_at timestamptz(3) not null,
  -- Counts changes that make the background job for the next planned time obsolete.
  schedule_revision int not null default 0,
  revision int not null default 0,
  failures int not null default 0,
  -- When the last run that succeeded began; the next one reads what was written since.
  last_success_at timestamptz(3),
  -- What rules over pictures remember from one run to the next.
  look_state jsonb not null default '{}',
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (organization_id, id),
  check ((status = 'paused') = (pause_cause is not null))
);
create index jobs_newest on jobs (organization_id, created_at desc, id desc);
create index jobs_writing_to on jobs using gin (write_ids);
create index jobs_owned on jobs (owner_id);

create table job_runs (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  job_id bigint not null,
  kind text not null check (kind in ('planned', 'adhoc', 'sync')),
  planned_at timestamptz(3),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'skipped')),
  reason text,
  missed int not null default 0,
  attempts int not null default 0,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  result jsonb,
  logs jsonb not null default '[]',
  read jsonb,
  model text,
  tokens_input int,
  tokens_output int,
  unique (organization_id, id),
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete cascade,
  check ((kind = 'adhoc') = (planned_at is null))
);
-- One run for each planned time, however often a server tries to begin it [D29].
create unique index job_runs_planned on job_runs (organization_id, job_id, planned_at) where kind = 'planned';
create index job_runs_newest on job_runs (organization_id, job_id, created_at desc, id desc);
create index job_runs_ended on job_runs (ended_at);

create table job_revisions (
  organization_id bigint not null,
  job_id bigint not null,
  revision int not null,
  changed_by bigint references users on delete set null,
  changed_at timestamptz(3) not null,
  -- The names of the changed fields with their former values.
  was jsonb not null,
  primary key (organization_id, job_id, revision),
  foreign key (organization_id, job_id) references jobs (organization_id, id) on delete cascade
);

create table job_prompts (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  text text not null,
  created_by bigint references users on delete set null
);
create index job_prompts_by_name on job_prompts (organization_id, lower(name), id);

do $$
declare name text;
begin
  foreach name in array array['jobs', 'job_runs', 'job_revisions', 'job_prompts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy own on %I using (organization_id = current_organization())', name);
  end loop;
end $$;
-- These let the owner of the database remove old runs of all organisations.
create policy cleanup_sees on job_runs for select to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');
create policy cleanup_removes on job_runs for delete to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');

alter table access_requests drop constraint access_requests_kind_check;
alter table access_requests add check (kind in ('document', 'camera', 'screen', 'job'));

-- The grants on a job end with it.
create function forget_job_grants() returns trigger language plpgsql as $$
begin
  delete from grants where organization_id = old.organization_id and kind = 'job' and subject_id = old.id;
  return old;
end $$;
create trigger forget_job_grants after delete on jobs for each row execute function forget_job_grants();
`,
}
