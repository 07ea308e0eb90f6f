/** What other features may call of tasks. */
import type { MemberContext } from '../../platform/request-context'
import { audienceFor } from './audience'
import * as creating from './create-service'
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

/** Creates a task: see the service. */
export const createTask = creating.create

/**
 * Removes tasks for good, except those with comments or files; returns how many stay because of that. Does not check
 * rights.
 */
export async function removeUncommented(ctx: MemberContext, ids: readonly number[]): Promise<number> {
  const seers = await store.seersOf(ctx, ids)
  const removed = await store.deleteUncommented(ctx, ids)
  for (const task_id of removed) ctx.record({ kind: 'task.removed', task_id }, audienceFor(seers.get(task_id)))
  return store.countTasksOf(ctx, ids)
}
