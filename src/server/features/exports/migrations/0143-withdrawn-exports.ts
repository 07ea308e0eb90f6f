import type { Migration } from '../../../platform/database/migrate'

/** Archives that were removed, because somebody who is in them was erased. */
export const withdrawnExports: Migration = {
  name: '0143-withdrawn-exports',
  sql: /* sql */ `
alter table exports drop constraint exports_status_check;
alter table exports add constraint exports_status_check
  check (status in ('waiting', 'running', 'ready', 'failed', 'withdrawn'));
`,
}
