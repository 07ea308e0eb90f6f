import type { Departure } from '../../platform/departure'
import { announce } from './audience'
import { insertChanges } from './changes-store'
import * as store from './store'

/** Open tasks of somebody who leaves go to their heir, as far as the heir may see the branch; others are nobody's. */
export const tasksOfPerson: Departure = {
  name: 'tasks',
  async handOver(ctx, { user_id, heir }) {
    const ids = await store.lockOpenTasksOf(ctx, user_id)
    if (ids.length === 0) return 0
    const before = await store.anyTasks(ctx, ids)
    const seers = await store.seersOf(ctx, ids)
    const count = await store.handTasks(ctx, ids, { from: user_id, to: heir })
    const after = await store.anyTasks(ctx, ids)
    const assigneesOf = new Map(after.map(row => [row.id, row.assignees]))
    await insertChanges(
      ctx,
      before.map(row => ({
        task_id: row.id,
        field: 'assignees',
        was: row.assignees,
        became: assigneesOf.get(row.id) ?? [],
      })),
    )
    await announce(ctx, after, seers)
    return count
  },
}
