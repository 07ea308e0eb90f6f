import type { Migration } from '../../../platform/database/migrate'

/** Labels that Mate proposes for logs that people wrote, or adds at once. */
export const labelProposals: Migration = {
  name: '0038-label-proposals',
  sql: /* sql */ `
alter table graphs add column mate_labels text not null default 'off' check (mate_labels in ('off', 'propose', 'apply'));

-- The key begins with the log, as that of log_labels does.
create table label_proposals (
  organization_id bigint not null,
  log_id bigint not null references logs on delete cascade,
  graph_id bigint not null,
  label smallint not null,
  primary key (log_id, graph_id, label),
  foreign key (organization_id, graph_id, label) references graph_labels on delete cascade
);
create index label_proposals_of_graph on label_proposals (organization_id, graph_id, log_id desc);

alter table label_proposals enable row level security;
alter table label_proposals force row level security;
create policy own on label_proposals using (organization_id = current_organization());
`,
}
