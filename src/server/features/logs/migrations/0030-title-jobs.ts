import type { Migration } from '../../../platform/database/migrate'

/** Titles are written by background jobs, also those of logs that wait at this moment. */
export const titleJobs: Migration = {
  name: '0030-title-jobs',
  sql: /* sql */ `
select pgboss.create_queue('logs.title', '{"policy": "standard"}');
select set_config('wheelhouse.work', 'titles', true);
insert into pgboss.job (name, data, created_on, keep_until, expire_in, retry_limit, retry_delay, retry_backoff, policy)
select 'logs.title', jsonb_build_object('organization_id', organization_id, 'log_id', log_id, 'language', language), queued_at,
  now() + interval '10 years', interval '1 minute', 6, 5, true, 'standard'
from title_tasks;
drop table title_tasks;
`,
}
