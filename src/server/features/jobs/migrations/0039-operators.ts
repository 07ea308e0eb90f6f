import type { Migration } from '../../../platform/database/migrate'

/** Operators of the server name a job of any organisation by its number. */
export const operatorsJobs: Migration = {
  name: '0039-operators',
  sql: /* sql */ `
-- Lets the owner of the database find the organisation of a job, and nothing else of it.
alter table jobs drop constraint jobs_pause_cause_check;
alter table jobs add check (pause_cause in
  ('person', 'failures', 'source_gone', 'owner_gone', 'plan', 'no_working_hours', 'operator'));

create policy organization_found on jobs for select to current_user
  using (current_setting('wheelhouse.operator', true) = 'on');
create function organization_of_job(job_id bigint) returns bigint
  language sql stable security definer set wheelhouse.operator = 'on' set search_path = public, pg_temp
  as $$ select organization_id from jobs where id = job_id $$;
`,
}
