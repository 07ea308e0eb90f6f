/** What other features may call of tasks. */
import * as found from './found-store'
import * as plannable from './plannable-store'
import * as store from './store'

export const plannableTasks = plannable.plannableTasks
export const membersSeeing = store.membersSeeing
export const findTasksBy = found.findTasksBy
