import type { Migration } from '../../../platform/database/migrate'

/** Finds the newest ended runs of an organisation, for the feed of activity and the dashboard. */
export const runActivity: Migration = {
  name: '0056-run-activity',
  sql: /* sql */ `
create index job_runs_latest on job_runs (organization_id, ended_at desc, id desc) where ended_at is not null;
create index job_runs_failed on job_runs (organization_id, ended_at desc, id desc)
  where status = 'failed' and ended_at is not null;
`,
}
