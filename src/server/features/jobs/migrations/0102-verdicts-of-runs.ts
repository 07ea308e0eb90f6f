import type { Migration } from '../../../platform/database/migrate'

/** Whether people found the result of a run right. */
export const verdictsOfRuns: Migration = {
  name: '0102-verdicts-of-runs',
  sql: /* sql */ `
alter table job_runs add column verdict text check (verdict in ('right', 'wrong')),
  add column judged_by bigint references users on delete set null;
create index job_runs_judged on job_runs (organization_id, job_id, created_at desc, id desc) where verdict is not null;
`,
}
