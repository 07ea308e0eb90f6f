import type { Migration } from '../../../platform/database/migrate'

/**
 * Recordings are transcribed by background jobs, also those that wait at this moment. A new database has none, so it does not depend on
 * the tables that pg-boss had at the time of this migration.
 */
export const transcriptionJobs: Migration = {
  name: '0029-transcription-jobs',
  sql: /* sql */ `
select set_config('wheelhouse.work', 'recordings', true);
do $$ begin
  if exists (select from recordings where stage not in ('done', 'failed')) then
    perform pgboss.create_queue('meetings.transcribe', '{"policy": "standard"}');
    insert into pgboss.job (name, data, priority, created_on, keep_until, expire_in, retry_limit, retry_delay, retry_backoff, policy)
    select 'meetings.transcribe', jsonb_build_object('organization_id', organization_id, 'doc_id', doc_id),
      case when is_guests then -1 else 0 end, queued_at, now() + interval '10 years', interval '1 minute', 6, 1, true, 'standard'
    from recordings where stage not in ('done', 'failed');
  end if;
end $$;

drop policy work_sees on recordings;
drop index recordings_waiting;
alter table recordings drop column attempts, drop column taken_by, drop column taken_until, drop column queued_at,
  drop column is_guests;
`,
}
