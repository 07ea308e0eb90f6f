import type { Migration } from '../../../platform/database/migrate'

/** Notifications of mentions in logs name the log beside its document. */
export const subjectsOfLogs: Migration = {
  name: '0101-subjects-of-logs',
  sql: /* sql */ `
alter table notifications drop constraint notifications_subject_kind_check;
alter table notifications add constraint notifications_subject_kind_check
  check (subject_kind in ('task', 'chat', 'job', 'document', 'log', 'screen'));
`,
}
