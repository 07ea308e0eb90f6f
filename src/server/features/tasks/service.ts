/** What other features may call of tasks. */
import * as forJobs from './job-tasks-service'
import * as ofSpaces from './open-tasks-store'
import * as plannable from './plannable-store'
import * as store from './store'

export const plannableTasks = plannable.plannableTasks
export const { createForJob, requireTaskTargets } = forJobs
export const openTasks = ofSpaces.openTasks
export const membersSeeing = store.membersSeeing
