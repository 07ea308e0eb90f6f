import type { Migration } from '../../../platform/database/migrate'

/** Operators of the server may pause jobs. */
export const operatorsJobs: Migration = {
  name: '0039-operators',
  sql: /* sql */ `
alter table jobs drop constraint jobs_pause_cause_check;
alter table jobs add check (pause_cause in
  ('person', 'failures', 'source_gone', 'owner_gone', 'plan', 'no_working_hours', 'operator'));
`,
}
