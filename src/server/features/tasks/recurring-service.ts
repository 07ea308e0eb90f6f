import type { MemberContext } from '../../platform/request-context'
import { announce, audienceFor } from './audience'
import { insertChanges } from './changes-store'
import { nextTime } from './repeat'
import * as store from './store'
import type { TaskRow } from './task-sql'

/** The last time that a deadline may have. */
const lastDeadline = Date.UTC(9_999, 0)

/** Creates the next task of each recurring one that was done just now, with its deadline moved by the rule. */
export async function createNext(ctx: MemberContext, tasks: readonly TaskRow[]): Promise<void> {
  for (const task of tasks) {
    if (task.status !== 'done' || task.repeat === null || task.next_id !== null) continue
    const due = nextTime(task.repeat, task.deadline, ctx.app.clock.now())
    if (due === null || due > lastDeadline) continue
    const id = await insertNext(ctx, task, due)
    await store.setNext(ctx, task.id, id)
    await insertChanges(ctx, [{ task_id: id, field: 'created', was: null, became: task.title }])
    await announce(ctx, await store.anyTasks(ctx, [id]))
  }
}

async function insertNext(ctx: MemberContext, task: TaskRow, due: number): Promise<number> {
  const moved = due - Date.parse(task.deadline ?? ctx.now)
  const later = (instant: string | null) => {
    const time = instant === null ? Number.NaN : Date.parse(instant) + moved
    return time < lastDeadline ? new Date(time).toISOString() : null
  }
  const id = await store.insertTask(ctx, {
    branch_id: task.branch_id,
    role_id: task.role_id,
    title: task.title,
    description: task.description,
    excerpt: task.excerpt,
    status: 'todo',
    priority: task.priority,
    labels: task.labels,
    estimate_minutes: task.estimate_minutes,
    deadline: new Date(due).toISOString(),
    fixed_start_time: later(task.fixed_start_time),
    start_after_time: later(task.start_after_time),
    parent_id: task.parent_id,
    source: task.source,
    origin: task.origin,
    checklist: JSON.stringify(task.checklist.map(point => ({ ...point, is_done: false }))),
    repeat: JSON.stringify(task.repeat),
    reporter_id: task.reporter,
  })
  await store.replaceAssignees(ctx, [id], task.assignees)
  return id
}

/** When a recurring task is not done after all, the next one goes again, unless somebody already changed it. */
export async function takeNextBack(
  ctx: MemberContext,
  before: readonly TaskRow[],
  after: readonly TaskRow[],
): Promise<void> {
  for (const [index, { id, status, next_id }] of before.entries()) {
    if (status !== 'done' || after[index]?.status === 'done' || next_id === null) continue
    const seers = await store.seersOf(ctx, [next_id])
    if (!(await store.deleteUntouched(ctx, next_id))) continue
    await store.setNext(ctx, id, null)
    ctx.record({ kind: 'task.removed', task_id: next_id }, audienceFor(seers.get(next_id)))
  }
}
