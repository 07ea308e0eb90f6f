/** What other features may call of tasks. */
import * as notices from './notices-store'
import * as plannable from './plannable-store'
import * as store from './store'

export const plannableTasks = plannable.plannableTasks
export const membersSeeing = store.membersSeeing

/** For notifications: see the store. */
export const { commentNotice, givenTo, openTask } = notices
