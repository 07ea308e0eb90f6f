import { feature } from '../../platform/feature'
import { grantableJobs } from './grantable'
import { jobs } from './migrations/0032-jobs'
import { runCleanups } from './retention'
import { jobRoutes } from './routes'
import { plannedRun, requestedRun } from './run/planned-run'
import { jobsTool } from './tools'

export const jobsFeature = feature({
  name: 'jobs',
  routes: jobRoutes,
  migrations: [jobs],
  grantables: [grantableJobs],
  jobs: [plannedRun, requestedRun],
  cleanups: runCleanups,
  tools: [jobsTool],
})
