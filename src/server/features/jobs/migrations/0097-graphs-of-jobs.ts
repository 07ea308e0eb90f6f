import type { Migration } from '../../../platform/database/migrate'

/** A job labels with a graph of its own organisation, which the database checks too [D6]. */
export const graphsOfJobs: Migration = {
  name: '0097-graphs-of-jobs',
  sql: /* sql */ `
update jobs j set graph_id = null where graph_id is not null and not exists (
  select from graphs g where g.organization_id = j.organization_id and g.id = j.graph_id);
alter table jobs drop constraint jobs_graph_id_fkey;
alter table jobs add foreign key (organization_id, graph_id)
  references graphs (organization_id, id) on delete set null (graph_id);
`,
}
