import type { Migration } from '../../../platform/database/migrate'

/** Keeps one task for each action item of a log, as of a summary. */
export const logItems: Migration = {
  name: '0124-log-items',
  sql: /* sql */ `
create unique index tasks_of_log_item on tasks (organization_id, origin_ref, md5(origin ->> 'item'))
  where origin ->> 'kind' = 'log' and origin ->> 'item' is not null;
`,
}
