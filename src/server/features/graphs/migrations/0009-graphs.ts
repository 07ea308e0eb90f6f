import type { Migration } from '../../../platform/database/migrate'

/** Graphs, their labels, and which logs carry them. */
export const graphs: Migration = {
  name: '0009-graphs',
  sql: /* sql */ `
create table graphs (
  id bigint generated always as identity primary key,
  organization_id bigint not null,
  logbook_id bigint not null,
  name text not null,
  is_pinned boolean not null default false,
  created_by bigint references users on delete set null,
  created_at timestamptz(3) not null,
  updated_by bigint references users on delete set null,
  updated_at timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, logbook_id) references documents (organization_id, id) on delete cascade
);
create index graphs_of_logbook on graphs (organization_id, logbook_id);

create table graph_labels (
  organization_id bigint not null,
  graph_id bigint not null,
  label smallint not null check (label between 0 and 4),
  text text not null,
  primary key (organization_id, graph_id, label),
  foreign key (organization_id, graph_id) references graphs (organization_id, id) on delete cascade
);

-- The key begins with the log instead of the organisation, so that deleting a log finds its labels by this index.
create table log_labels (
  organization_id bigint not null,
  log_id bigint not null references logs on delete cascade,
  graph_id bigint not null,
  label smallint not null,
  -- The time of the log, so that an index reads the logs of a label in order of time.
  created_at timestamptz(3) not null,
  primary key (log_id, graph_id, label),
  foreign key (organization_id, graph_id, label) references graph_labels on delete cascade
);
create index log_labels_timeline on log_labels (organization_id, graph_id, label, created_at desc, log_id desc);

do $$
declare one text;
begin
  foreach one in array array['graphs', 'graph_labels', 'log_labels'] loop
    execute format('alter table %I enable row level security', one);
    execute format('alter table %I force row level security', one);
    execute format('create policy own on %I using (organization_id = current_organization())', one);
  end loop;
end $$;
`,
}
