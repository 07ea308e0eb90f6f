import type { Migration } from '../migrate'

/** The event log: one counter row an organisation, locked by the last statement before commit, makes `seq` gapless in commit order. */
export const events: Migration = {
  name: '0003-events',
  sql: /* sql */ `
create table event_counters (
  organization_id bigint primary key references organizations on delete cascade,
  seq bigint not null
) with (fillfactor = 50);

create table events (
  organization_id bigint not null,
  seq bigint not null,
  kind text not null,
  actor_id bigint,
  audience jsonb not null,
  payload jsonb not null,
  at timestamptz(3) not null,
  primary key (organization_id, seq)
);
create index on events (at);

do $$
declare one text;
begin
  foreach one in array array['event_counters', 'events'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;

-- Forced row level security applies to an owner that is no superuser too. These policies let cleanups find expired events; they are
-- only for the owner.
create policy upkeep_sees on events for select to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');
create policy upkeep_removes on events for delete to current_user using (current_setting('wheelhouse.upkeep', true) = 'on');
`,
}
