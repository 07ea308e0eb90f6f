import type { Migration } from '../migrate'

/**
 * Where this database came from. Background work rests while a restore is not resumed, because the server that was backed
 * up may still run and do the same work.
 */
export const restores: Migration = {
  name: '0084-restores',
  sql: /* sql */ `
create table restores (
  restored_at timestamptz primary key,
  backup_made_at timestamptz not null,
  resumed_at timestamptz
);
`,
}
