import type { Migration } from '../../../platform/database/migrate'

/**
 * Finds the newest entries that the feed of activity shows. It holds the kinds that features show there; a query for some
 * of them uses it.
 */
export const activity: Migration = {
  name: '0057-activity',
  sql: /* sql */ `
create index audit_activity on audit (organization_id, at desc, id desc) where kind in (
  'invite.accepted', 'member.left', 'member.removed', 'member.org_role_changed',
  'screen.sharing_started', 'screen.sharing_stopped',
  'document.access_granted', 'document.access_revoked', 'document.access_changed',
  'camera.access_granted', 'camera.access_revoked', 'camera.access_changed',
  'screen.access_granted', 'screen.access_revoked', 'screen.access_changed',
  'job.access_granted', 'job.access_revoked', 'job.access_changed'
);
`,
}
