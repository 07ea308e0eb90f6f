import type { Migration } from '../../../platform/database/migrate'

/** Jobs that run within the working hours of a person. */
export const workingHoursOfJobs: Migration = {
  name: '0035-working-hours-of-jobs',
  sql: /* sql */ `
create index jobs_within_hours on jobs (organization_id, ((schedule ->> 'connect_user_workhours')::bigint))
  where schedule ->> 'connect_user_workhours' is not null;
alter table jobs drop constraint jobs_pause_cause_check;
alter table jobs add check (pause_cause in
  ('person', 'failures', 'source_gone', 'owner_gone', 'plan', 'no_working_hours'));
`,
}
