import type { Migration } from '../../../platform/database/migrate'

/** Finds the texts that may hold action items without reading all others. */
export const textsWithItems: Migration = {
  name: '0125-texts-with-items',
  sql: /* sql */ `
create index documents_with_items on documents (organization_id, id)
  where content <> '' and (type <> 'document' or content like '%[ ] %');
create index logs_with_items on logs (organization_id, created_at desc, doc_id desc, id desc)
  where content like '%[ ] %';
`,
}
