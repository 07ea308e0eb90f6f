import type { Migration } from '../../../platform/database/migrate'

/** Notifications of crossed thresholds name the graph beside its logbook. */
export const subjectsOfGraphs: Migration = {
  name: '0121-subjects-of-graphs',
  sql: /* sql */ `
alter table notifications drop constraint notifications_subject_kind_check;
alter table notifications add constraint notifications_subject_kind_check
  check (subject_kind in ('task', 'chat', 'job', 'document', 'log', 'graph', 'screen'));
`,
}
