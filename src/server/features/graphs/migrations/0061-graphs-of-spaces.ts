import type { Migration } from '../../../platform/database/migrate'

/** Which graphs are pinned to which spaces. */
export const graphsOfSpaces: Migration = {
  name: '0061-graphs-of-spaces',
  sql: /* sql */ `
create table space_graphs (
  organization_id bigint not null,
  branch_id bigint not null,
  graph_id bigint not null,
  primary key (organization_id, branch_id, graph_id),
  foreign key (organization_id, branch_id) references branches (organization_id, id) on delete cascade,
  foreign key (organization_id, graph_id) references graphs (organization_id, id) on delete cascade
);
create index on space_graphs (organization_id, graph_id);

alter table space_graphs enable row level security;
alter table space_graphs force row level security;
create policy own on space_graphs using (organization_id = current_organization());
`,
}
