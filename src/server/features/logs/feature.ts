import { feature } from '../../platform/feature'
import { proposeLog } from './actions'
import { logActivity, logsWritten } from './activity-store'
import { corrections } from './migrations/0011-corrections'
import { timelineSide } from './migrations/0016-timeline-side'
import { titles } from './migrations/0019-titles'
import { happened } from './migrations/0027-happened'
import { titleJobs } from './migrations/0030-title-jobs'
import { logDiscussion } from './migrations/0099-log-discussion'
import { textsWithItems } from './migrations/0125-texts-with-items'
import { editedComments } from './migrations/0126-edited-comments'
import { logCleanups } from './retention'
import { logRoutes } from './routes'
import * as searchable from './searchable'
import { newestLogs } from './service'
import { titleJob } from './titles/title-job'

export const logsFeature = feature({
  name: 'logs',
  actions: [proposeLog],
  routes: logRoutes,
  migrations: [corrections, timelineSide, titles, happened, titleJobs, logDiscussion, textsWithItems, editedComments],
  searchables: [searchable.logs],
  activities: [logActivity],
  dashboard: [logsWritten],
  cleanups: () => logCleanups,
  ports: { newestLogs },
  jobs: [titleJob],
})
