import type { Migration } from '../../../platform/database/migrate'

/**
 * Titles are written by background jobs, also those of logs that wait at this moment. A new database has none, so it does not depend on
 * the tables that pg-boss had at the time of this migration.
 */
export const titleJobs: Migration = {
  name: '0030-title-jobs',
  sql: /* sql */ `
select set_config('wheelhouse.work', 'titles', true);
do $$ begin
  if exists (select from title_tasks) then
    perform pgboss.create_queue('logs.title', '{"policy": "standard"}');
    insert into pgboss.job (name, data, created_on, keep_until, expire_in, retry_limit, retry_delay, retry_backoff, policy)
    select 'logs.title', jsonb_build_object('organization_id', organization_id, 'log_id', log_id, 'language', language), queued_at,
      now() + interval '10 years', interval '1 minute', 6, 5, true, 'standard'
    from title_tasks;
  end if;
end $$;
drop table title_tasks;
`,
}
