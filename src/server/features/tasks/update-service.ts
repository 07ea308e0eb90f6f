import type { Body } from '#shared/contract/endpoint'
import type { updateTasks } from '#shared/contract/tasks/endpoints'
import { task as limits } from '#shared/contract/tasks/limits'
import type { Task } from '#shared/contract/tasks/task'
import { apiError } from '#shared/errors'
import { mayBecome, type TaskStatus } from '#shared/rules/task-status'
import type { MemberContext } from '../../platform/request-context'
import { attachToTask, detachFromTask } from '../attachments/service'
import { announce } from './audience'
import { insertChanges, type NewChange } from './changes-store'
import { createNext, takeNextBack } from './recurring-service'
import { requireRepeat } from './repeat'
import * as rights from './rights'
import * as store from './store'
import { excerptOfDescription, taskFrom } from './task-from'
import type { TaskRow } from './task-sql'

type Changes = Omit<Body<typeof updateTasks>, 'task_id' | 'task_ids'>

/** Changes one task or many: all of them or none [4.15]. */
export async function update(ctx: MemberContext, body: Body<typeof updateTasks>): Promise<Task[]> {
  const { task_id, task_ids = [], ...changes } = body
  const ids = [...new Set([...(task_id === undefined ? [] : [task_id]), ...task_ids])]
  if (ids.length === 0) throw invalid('task_id', 'Name a task by task_id, or several by task_ids.')
  if (ids.length > limits.bulk) throw invalid('task_ids', `That is more than ${limits.bulk} tasks.`)
  await store.lockTasks(ctx, ids)
  const before = await store.findTasks(ctx, ids)
  if (before.length < ids.length) throw apiError('task.not_found')
  await requireAllowed(ctx, before, changes)
  const movesSight = changes.branch_id !== undefined || changes.assignees !== undefined
  const seers = movesSight ? await store.seersOf(ctx, ids) : undefined

  await store.updateTasks(ctx, ids, columnsFrom(changes, ctx.now))
  if (changes.assignees) await store.replaceAssignees(ctx, ids, changes.assignees)
  if (changes.depends_on) await rights.setDependencies(ctx, ids, changes.depends_on)
  if (changes.file_ids) await changeFiles(ctx, before, changes.file_ids)
  // A task that its editor can no longer see after the change is announced to the others, and still answered.
  const after = await store.anyTasks(ctx, ids)
  await insertChanges(
    ctx,
    before.flatMap((row, index) => changesBetween(row, after[index] ?? row)),
  )
  await announce(ctx, after, seers)
  if (changes.status) {
    await createNext(ctx, after)
    await takeNextBack(ctx, before, after)
  }
  return after.map(taskFrom)
}

const invalid = (path: string, message: string) => apiError('request.invalid', { issues: [{ path, message }] })

async function requireAllowed(ctx: MemberContext, rows: readonly TaskRow[], changes: Changes): Promise<void> {
  const { branch_id, assignees, parent_id, repeat, status, file_ids } = changes
  if (branch_id !== undefined) await rights.requireBranch(ctx, branch_id)
  await rights.requireRole(ctx, changes.role_id)
  if (status) for (const row of rows) requireStatus(row, status, Date.parse(ctx.now))
  if (assignees) for (const row of rows) rights.requireMayAssign(ctx, row.assignees, assignees)
  for (const [branch, people] of peopleToCheck(rows, changes)) await rights.requireAssignable(ctx, branch, [...people])
  const ids = rows.map(row => row.id)
  if (parent_id) await rights.requireParent(ctx, parent_id, ids)
  if (repeat) requireRepeat(repeat, ctx.app.clock.now())
  if (file_ids && file_ids.length > 0 && rows.length > 1)
    throw invalid('file_ids', 'A file can be attached to one task only.')
}

/** The lifecycle, and within a moment the way back of a task that was done by mistake. */
function requireStatus({ status: from, done_from, done_at }: TaskRow, to: TaskStatus, now: number): void {
  const isUndone = from === 'done' && to === done_from && now - Date.parse(done_at ?? '') <= limits.undoWithin
  if (!isUndone && !mayBecome(from, to)) throw apiError('task.status_refused')
}

/** By branch, the people who must be able to see it: new assignees, and all assignees of a task that moves there. */
function peopleToCheck(rows: readonly TaskRow[], { branch_id, assignees }: Changes): Map<number, Set<number>> {
  const people = new Map<number, Set<number>>()
  for (const row of rows) {
    const moves = branch_id !== undefined && branch_id !== row.branch_id
    const after = assignees ?? row.assignees
    const checked = moves ? after : after.filter(user_id => !row.assignees.includes(user_id))
    const branch = branch_id ?? row.branch_id
    people.set(branch, new Set([...(people.get(branch) ?? []), ...checked]))
  }
  return people
}

function columnsFrom(changes: Changes, now: string): store.Columns {
  const { assignees, depends_on, archived, checklist, repeat, description, ...plainly } = changes
  const columns = {
    ...plainly,
    ...(description !== undefined && { description, excerpt: excerptOfDescription(description) }),
    ...(checklist && { checklist: JSON.stringify(checklist) }),
    ...(repeat !== undefined && { repeat: repeat && JSON.stringify(repeat) }),
    ...(archived !== undefined && { archived_at: archived ? now : null }),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

async function changeFiles(ctx: MemberContext, [row]: readonly TaskRow[], file_ids: readonly string[]): Promise<void> {
  if (!row) return
  const isNew = (id: string) => !row.attachments.includes(id)
  await attachToTask(ctx, { task_id: row.id, comment_id: null, file_ids: file_ids.filter(isNew) })
  const removed = row.attachments.filter(id => !file_ids.includes(id))
  if (removed.length > 0) await detachFromTask(ctx, row.id, removed)
}

const followed = [
  ...['title', 'description', 'status', 'priority', 'assignees', 'branch_id', 'role_id', 'labels', 'estimate_minutes'],
  ...['deadline', 'fixed_start_time', 'start_after_time', 'depends_on', 'parent_id', 'checklist', 'attachments'],
  ...['repeat', 'archived_at'],
] as (keyof TaskRow)[]

/** Characters of a text that the history keeps. */
const keptText = 500
const kept = (value: unknown) => (typeof value === 'string' ? value.slice(0, keptText) : value)

function changesBetween(before: TaskRow, after: TaskRow): NewChange[] {
  return followed
    .filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map(field => ({ task_id: after.id, field, was: kept(before[field]), became: kept(after[field]) }))
}
