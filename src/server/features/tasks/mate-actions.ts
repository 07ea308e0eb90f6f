import type { ActionTask } from '#shared/contract/mate/endpoints'
import { apiError } from '#shared/errors'
import { mayBecome } from '#shared/rules/task-status'
import type { MemberContext } from '../../platform/request-context'
import { type ActionTool, nothingRead, type Performed } from '../../platform/tool'
import { branchesFor, membersByIds } from '../organisations/service'
import { create } from './create-service'
import { taskActionSayings } from './mate-actions-sayings.data'
import { requestedChange, requestedTask } from './mate-requests'
import * as rights from './rights'
import { findTasks } from './store'
import { NewTask, TaskChange } from './task-facts'
import { update } from './update-service'

const nothing = { doc_id: null, doc_name: '' }

/** Proposes a task, which is created with the rights that the person has when they confirm it [D26]. */
export const proposeTask: ActionTool<NewTask> = {
  kind: 'create_task',
  name: 'propose_task',
  description:
    'Proposes a new task or reminder, when the member asks you for one. `user_ids` (from find_people) do it: for a reminder the member alone, with `fixed_start_time` as its time. `deadline` is an ISO instant, `branch_id` a space from find_spaces; without one it goes to the member’s space. Leave out what the member did not say. Nothing is created by this: the member sees a button, and only pressing that does it. Do not say that it was created.',
  input: NewTask,
  async run(ctx, asked) {
    const branch = await branchFor(ctx, asked.branch_id)
    const user_ids = asked.user_ids ?? []
    rights.requireMayAssign(ctx, [], user_ids)
    await rights.requireAssignable(ctx, branch.id, user_ids)
    const { deadline, fixed_start_time, estimate_minutes, labels, priority } = asked
    const changes: ActionTask['changes'] = {
      branch,
      assignees: await membersByIds(ctx, user_ids),
      ...(deadline !== undefined && { deadline }),
      ...(fixed_start_time !== undefined && { fixed_start_time }),
      ...(estimate_minutes !== undefined && { estimate_minutes }),
      ...(labels !== undefined && labels.length > 0 && { labels }),
      ...(priority !== undefined && { priority }),
    }
    const task: ActionTask = { id: null, title: asked.title, changes }
    return {
      facts: { ...nothing, kind: 'create_task', content: asked.description, task },
      references: [],
      read: nothingRead,
    }
  },
  async perform(ctx, { task, content }): Promise<Performed> {
    const branch_id = task?.changes.branch?.id
    if (!task || branch_id === undefined) throw apiError('mate.option_not_found')
    const { branch: _branch, assignees = [], status: _status, ...fields } = task.changes
    const made = await create(ctx, {
      ...fields,
      ...{ title: task.title, description: content, branch_id, status: 'todo', source: 'mate', origin: null },
      assignees: assignees.map(({ id }) => id),
    })
    return { task: { ...task, id: made.id } }
  },
  label: ({ task }, language) => taskActionSayings[language].label.create(task?.title ?? ''),
  requested: requestedTask,
}

/** The named space, or the first one of the caller. */
async function branchFor({ member, ...ctx }: MemberContext, branch_id: number | undefined) {
  const branches = await branchesFor({ member, ...ctx })
  const own = branches.find(({ id }) => member.branch_ids.includes(id)) ?? branches[0]
  const branch = branch_id === undefined ? own : branches.find(({ id }) => id === branch_id)
  if (!branch) throw apiError('branch.not_found')
  return { id: branch.id, name: branch.branch_name }
}

/** Proposes a change of a task. */
export const proposeTaskChange: ActionTool<TaskChange> = {
  kind: 'change_task',
  name: 'propose_task_change',
  description:
    'Proposes to change a task (`task_id` is the `id` from find_tasks), when the member asks you to: who does it (`user_ids`, all of them), `deadline`, `fixed_start_time`, `estimate_minutes`, `status`, `priority`, or `archived`. Name only what changes; null removes a time. Nothing changes by this: the member sees a button, and only pressing that does it. Do not say that it was changed.',
  input: TaskChange,
  async run(ctx, { task_id, user_ids, ...fields }) {
    const [row] = await findTasks(ctx, [task_id])
    if (!row) throw apiError('task.not_found')
    if (user_ids) {
      rights.requireMayAssign(ctx, row.assignees, user_ids)
      await rights.requireAssignable(ctx, row.branch_id, user_ids)
    }
    if (fields.status && !mayBecome(row.status, fields.status)) throw apiError('task.status_refused')
    const set = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const assignees = user_ids && (await membersByIds(ctx, user_ids))
    const task: ActionTask = { id: row.id, title: row.title, changes: { ...set, ...(assignees && { assignees }) } }
    return {
      facts: { ...nothing, kind: 'change_task', content: '', task },
      references: [{ kind: 'task', id: row.id, title: row.title }],
      read: nothingRead,
    }
  },
  async perform(ctx, { task }): Promise<Performed> {
    if (!task?.id) throw apiError('task.not_found')
    const { branch: _branch, assignees, ...fields } = task.changes
    await update(ctx, { ...fields, task_id: task.id, ...(assignees && { assignees: assignees.map(({ id }) => id) }) })
    return { task }
  },
  label({ task }, language) {
    const say = taskActionSayings[language].label
    const { title, changes } = task ?? { title: '', changes: {} as ActionTask['changes'] }
    if (changes.archived) return say.archive(title)
    if (changes.status === 'done') return say.done(title)
    if (changes.status === 'in_progress') return say.start(title)
    if (changes.assignees)
      return say.assign(
        title,
        changes.assignees.map(({ name }) => name),
      )
    if (changes.deadline !== undefined) return say.move(title)
    return say.change(title)
  },
  requested: requestedChange,
}
