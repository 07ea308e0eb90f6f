import { feature } from '../../platform/feature'
import { signInAudit } from './migrations/0022-sign-in-audit'
import { views } from './migrations/0026-views'
import { activity } from './migrations/0057-activity'
import { auditRoutes } from './routes'
import { viewJournal } from './service'

export const auditFeature = feature({
  name: 'audit',
  routes: auditRoutes,
  migrations: [signInAudit, views, activity],
  flush: app => viewJournal(app).close(),
})
