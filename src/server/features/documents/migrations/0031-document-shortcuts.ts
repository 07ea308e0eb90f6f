import type { Migration } from '../../../platform/database/migrate'

/** The table of pinned and opened documents gets a name that says what it holds. */
export const documentShortcuts: Migration = {
  name: '0031-document-shortcuts',
  sql: /* sql */ `
alter table shelf_items rename to document_shortcuts;
alter index shelf_items_opened rename to document_shortcuts_opened;
alter index shelf_items_of_document rename to document_shortcuts_of_document;
`,
}
