import type { Body } from '#shared/contract/endpoint'
import type { createTask } from '#shared/contract/tasks/endpoints'
import { task as limits } from '#shared/contract/tasks/limits'
import { originRef, type Task, type TaskOrigin } from '#shared/contract/tasks/task'
import { apiError } from '#shared/errors'
import { itemKey } from '#shared/rules/action-items'
import type { MemberContext } from '../../platform/request-context'
import { attachToTask } from '../attachments/service'
import { announce } from './audience'
import { insertChanges } from './changes-store'
import { isMade, lockItems } from './origins-store'
import { requireRepeat } from './repeat'
import * as rights from './rights'
import * as store from './store'
import { excerptOfDescription, taskFrom } from './task-from'

/** Creates a task [D13], reported by the caller, or by nobody. */
export async function create(
  ctx: MemberContext,
  body: Body<typeof createTask>,
  reporter_id: number | null = ctx.caller.user_id,
): Promise<Task> {
  const { assignees = [], depends_on = [], file_ids = [], parent_id = null, repeat = null, description = '' } = body
  await rights.requireBranch(ctx, body.branch_id)
  await rights.requireRole(ctx, body.role_id)
  rights.requireMayAssign(ctx, [], assignees)
  await rights.requireAssignable(ctx, body.branch_id, assignees)
  if (parent_id !== null) await rights.requireParent(ctx, parent_id, [])
  if (repeat) requireRepeat(repeat, ctx.app.clock.now())
  const origin = await checkedOrigin(ctx, body.origin)
  if ((await store.countTasks(ctx)) >= limits.perOrganization) throw apiError('task.too_many')
  const id = await store.insertTask(ctx, {
    branch_id: body.branch_id,
    role_id: body.role_id ?? null,
    title: body.title,
    description,
    excerpt: excerptOfDescription(description),
    status: body.status,
    priority: body.priority ?? 'normal',
    labels: body.labels ?? [],
    estimate_minutes: body.estimate_minutes ?? null,
    deadline: body.deadline ?? null,
    fixed_start_time: body.fixed_start_time ?? null,
    start_after_time: body.start_after_time ?? null,
    parent_id,
    source: body.source,
    origin,
    checklist: JSON.stringify(body.checklist ?? []),
    repeat: repeat && JSON.stringify(repeat),
    reporter_id,
  })
  await store.replaceAssignees(ctx, [id], assignees)
  if (depends_on.length > 0) await rights.setDependencies(ctx, [id], depends_on)
  if (file_ids.length > 0) {
    await attachToTask(ctx, { task_id: id, comment_id: null, file_ids })
    await store.updateTasks(ctx, [id], { file_ids })
  }
  await insertChanges(ctx, [{ task_id: id, field: 'created', was: null, became: body.title }])
  return announced(ctx, id)
}

/** An action item gets one task, and only from those who may read its text. */
async function checkedOrigin(ctx: MemberContext, origin: TaskOrigin | null): Promise<TaskOrigin | null> {
  if (!origin || !('item' in origin) || origin.item === undefined) return origin
  await rights.requireText(ctx, origin)
  await lockItems(ctx, originRef(origin))
  const checked = { ...origin, item: itemKey(origin.item) || origin.item }
  if (await isMade(ctx, checked)) throw apiError('task.already_made')
  return checked
}

/** Announces a new task and returns it. */
async function announced(ctx: MemberContext, id: number): Promise<Task> {
  const rows = await store.findTasks(ctx, [id])
  const [row] = rows
  if (!row) throw new Error('Whoever creates a task may see it.')
  await announce(ctx, rows)
  return taskFrom(row)
}
