import type { Migration } from '../../../platform/database/migrate'

/**
 * Views are by far the most frequent entries of the audit log. One index finds whether a view was recorded recently;
 * another pages all other entries without reading views.
 */
export const views: Migration = {
  name: '0026-views',
  sql: /* sql */ `
create index audit_views on audit (organization_id, actor_id, subject, at desc)
  where kind in ('document.viewed', 'frame.viewed');
create index audit_but_views on audit (organization_id, id desc)
  where kind not in ('document.viewed', 'frame.viewed');
create index audit_by_person on audit (organization_id, actor_id, id desc);
`,
}
