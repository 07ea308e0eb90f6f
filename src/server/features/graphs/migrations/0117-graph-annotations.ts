import type { Migration } from '../../../platform/database/migrate'

/** Short texts at instants and ranges of graphs. */
export const graphAnnotations: Migration = {
  name: '0117-graph-annotations',
  sql: /* sql */ `
create table graph_annotations (
  organization_id bigint not null,
  id bigint generated always as identity,
  graph_id bigint not null,
  text text not null,
  starts_at timestamptz(3) not null,
  -- Null for an instant. Both may be the same, because they are rounded.
  ends_at timestamptz(3) check (ends_at >= starts_at),
  author_id bigint references users on delete set null,
  created_at timestamptz(3) not null,
  -- What was deleted can be brought back until the cleanup removes it.
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, graph_id) references graphs (organization_id, id) on delete cascade
);
create index graph_annotations_of_graph on graph_annotations (organization_id, graph_id, starts_at, id);
create index graph_annotations_written on graph_annotations (author_id) where author_id is not null;
create index graph_annotations_deleted on graph_annotations (deleted_at) where deleted_at is not null;

alter table graph_annotations enable row level security;
alter table graph_annotations force row level security;
create policy own on graph_annotations using (organization_id = current_organization());
-- These let the owner of the database remove deleted annotations of all organisations.
create policy cleanup_sees on graph_annotations for select to current_user
  using (current_setting('wheelhouse.upkeep', true) = 'on' and deleted_at is not null);
create policy cleanup_removes on graph_annotations for delete to current_user
  using (current_setting('wheelhouse.upkeep', true) = 'on' and deleted_at is not null);
`,
}
