import type { Migration } from '../../../platform/database/migrate'

/** Comments on logs can be changed, which readers see. */
export const editedComments: Migration = {
  name: '0126-edited-comments',
  sql: /* sql */ `
alter table log_comments add column edited_at timestamptz(3);
`,
}
