/** What other features may call of tasks. */
import * as found from './found-store'
import * as forJobs from './job-tasks-service'
import * as notices from './notices-store'
import * as plannable from './plannable-store'
import * as store from './store'

export const plannableTasks = plannable.plannableTasks
export const { createForJob, requireTaskTargets } = forJobs
export const membersSeeing = store.membersSeeing
export const findTasksBy = found.findTasksBy

/** For notifications: see the store. */
export const { commentNotice, givenTo, openTask } = notices
