import type { Migration } from '../../../platform/database/migrate'

/** Limits for numbers of graphs, and who is notified when they are crossed. */
export const graphThresholds: Migration = {
  name: '0120-graph-thresholds',
  sql: /* sql */ `
create table graph_thresholds (
  organization_id bigint not null,
  id bigint generated always as identity,
  graph_id bigint not null,
  label smallint not null,
  side text not null check (side in ('above', 'below')),
  value int not null check (value >= 0),
  unit text not null check (unit in ('hour', 'day', 'week')),
  zone text not null,
  author_id bigint references users on delete set null,
  created_at timestamptz(3) not null,
  -- When it got its present value.
  set_at timestamptz(3) not null,
  -- The start of the first hour, day or week whose number can cross it.
  since timestamptz(3) not null,
  -- What was deleted can be brought back until the cleanup removes it.
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, graph_id, label) references graph_labels on delete cascade
);
create index graph_thresholds_of_label on graph_thresholds (organization_id, graph_id, label);
create index graph_thresholds_set on graph_thresholds (author_id) where author_id is not null;
create index graph_thresholds_deleted on graph_thresholds (deleted_at) where deleted_at is not null;

create table graph_threshold_watchers (
  organization_id bigint not null,
  threshold_id bigint not null,
  user_id bigint not null,
  primary key (organization_id, threshold_id, user_id),
  foreign key (organization_id, threshold_id) references graph_thresholds on delete cascade,
  foreign key (organization_id, user_id) references memberships on delete cascade
);
create index graph_threshold_watchers_person on graph_threshold_watchers (organization_id, user_id);

do $$
declare one text;
begin
  foreach one in array array['graph_thresholds', 'graph_threshold_watchers'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;
-- These let the owner of the database remove deleted thresholds of all organisations.
create policy cleanup_sees on graph_thresholds for select to current_user
  using (current_setting('wheelhouse.upkeep', true) = 'on' and deleted_at is not null);
create policy cleanup_removes on graph_thresholds for delete to current_user
  using (current_setting('wheelhouse.upkeep', true) = 'on' and deleted_at is not null);
`,
}
