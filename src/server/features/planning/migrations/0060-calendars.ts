import type { Migration } from '../../../platform/database/migrate'

/** The secret addresses under which calendar programs read schedules, and busy times that people import. */
export const calendars: Migration = {
  name: '0060-calendars',
  sql: /* sql */ `
create table calendar_feeds (
  organization_id bigint not null,
  user_id bigint not null,
  token_hash text not null,
  created_at timestamptz(3) not null,
  last_read_at timestamptz(3),
  primary key (organization_id, user_id),
  -- Somebody who leaves the organisation leaves no address behind.
  foreign key (organization_id, user_id) references memberships on delete cascade
);

create table busy_calendars (
  organization_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  imported_at timestamptz(3) not null,
  primary key (organization_id, id),
  unique (organization_id, user_id, name),
  foreign key (organization_id, user_id) references memberships on delete cascade
);

-- When a person cannot work; what they do then is never stored.
create table busy_times (
  organization_id bigint not null,
  calendar_id bigint not null,
  user_id bigint not null,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  foreign key (organization_id, calendar_id) references busy_calendars on delete cascade,
  check (starts_at < ends_at)
);
create index busy_times_of_people on busy_times (organization_id, user_id, ends_at);
create index busy_times_of_calendar on busy_times (organization_id, calendar_id);

do $$
declare one text;
begin
  foreach one in array array['calendar_feeds', 'busy_calendars', 'busy_times'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;
`,
}
