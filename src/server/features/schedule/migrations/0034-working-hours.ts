import type { Migration } from '../../../platform/database/migrate'

/** When members work [D15]. Who has no row works Monday to Friday from 9:00 to 17:00. */
export const workingHours: Migration = {
  name: '0034-working-hours',
  sql: /* sql */ `
create table working_hours (
  organization_id bigint not null,
  user_id bigint not null,
  timezone text not null,
  -- Shifts with their breaks, by weekday.
  days jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references memberships on delete cascade
);
alter table working_hours enable row level security;
alter table working_hours force row level security;
create policy own on working_hours using (organization_id = current_organization());
`,
}
