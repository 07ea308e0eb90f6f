import { day } from '#shared/limits'
import { feature } from '../../platform/feature'
import { jobActivities, jobNumbers } from './activity-store'
import { jobsOfPerson, pauseAllJobs } from './departure'
import { grantableJobs } from './grantable'
import { proposeJob, proposeJobPause, proposeJobResume, proposeJobRun } from './mate-actions'
import { jobs } from './migrations/0032-jobs'
import { workingHoursOfJobs } from './migrations/0035-working-hours-of-jobs'
import { moreSources } from './migrations/0037-more-sources'
import { operatorsJobs } from './migrations/0039-operators'
import { runActivity } from './migrations/0056-run-activity'
import { peopleAndSpaces } from './migrations/0059-people-and-spaces'
import { graphsOfJobs } from './migrations/0097-graphs-of-jobs'
import { verdictsOfRuns } from './migrations/0102-verdicts-of-runs'
import { limitJobs } from './plan-service'
import { jobRoutes } from './routes'
import { plannedRun, requestedRun } from './run/planned-run'
import { deleteOldRuns } from './runs-store'
import { runsTool } from './runs-tool'
import { labelByJob, logbookOfJob } from './service'
import { jobsTool } from './tools'
import { workingHoursChanged } from './working-hours-service'

/** How long the history of runs is kept, in milliseconds; the logs that they wrote stay. */
const runsKept = 90 * day
const batch = 1_000

export const jobsFeature = feature({
  name: 'jobs',
  routes: jobRoutes,
  migrations: [
    jobs,
    workingHoursOfJobs,
    moreSources,
    operatorsJobs,
    runActivity,
    peopleAndSpaces,
    graphsOfJobs,
    verdictsOfRuns,
  ],
  grantables: [grantableJobs],
  activities: jobActivities,
  departures: [jobsOfPerson],
  closings: [pauseAllJobs],
  planChanges: [limitJobs],
  dashboard: jobNumbers,
  jobs: [plannedRun, requestedRun],
  cleanups: () => [
    async (tx, now) => (await deleteOldRuns(tx, new Date(now - runsKept).toISOString(), batch)) === batch,
  ],
  ports: { workingHoursChanged, logbookOfJob, labelByJob },
  tools: [jobsTool, runsTool],
  actions: [proposeJobPause, proposeJobResume, proposeJobRun, proposeJob],
})
