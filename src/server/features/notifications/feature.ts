import { day } from '#shared/limits'
import { perApp } from '../../platform/app-context'
import { feature } from '../../platform/feature'
import { notifyOfPassed, planForgotten, remindOfDeadline } from './deadline-job'
import { sendDigest } from './digest-job'
import { EventReader } from './event-reader'
import { notifyOfLate } from './late-job'
import { notifyOfUnread } from './messages-job'
import { notifications } from './migrations/0052-notifications'
import { deadlineLead } from './migrations/0066-deadline-lead'
import { subjectsOfLogs } from './migrations/0101-subjects-of-logs'
import { plannedDeadlines } from './migrations/0105-planned-deadlines'
import { subjectsOfGraphs } from './migrations/0121-subjects-of-graphs'
import { pushNotification } from './push-job'
import { notificationRoutes } from './routes'
import { deleteOld } from './store'
import { notifyOfLow } from './threshold-job'

/** How long notifications are kept, in milliseconds. */
const kept = 90 * day
const batch = 1_000

export const eventReader = perApp(app => new EventReader(app))

export const notificationsFeature = feature({
  name: 'notifications',
  routes: notificationRoutes,
  migrations: [notifications, deadlineLead, subjectsOfLogs, plannedDeadlines, subjectsOfGraphs],
  jobs: [remindOfDeadline, notifyOfPassed, notifyOfLate, notifyOfUnread, notifyOfLow, pushNotification, sendDigest],
  workers: app => [eventReader(app)],
  cleanups: () => [async (tx, now) => (await deleteOld(tx, new Date(now - kept).toISOString(), batch)) === batch],
  catchUps: app => [planForgotten(app)],
})
