import { z } from 'zod'
import { OpenStatus, TaskStatus } from '../../rules/task-status'
import { Id, Instant, text } from '../common'
import { endpoint, member, Paging, pagedList } from '../endpoint'
import { task, view } from './limits'
import { ChecklistItem, Task, TaskCard, TaskChange, TaskOrigin, TaskPriority, TaskRepeat, TaskSource } from './task'

const distinct = (items: readonly unknown[]) => new Set(items).size === items.length

/** The fields of a task that people write. */
const Fields = z.object({
  title: text(task.titleLength),
  description: z.string().trim().max(task.descriptionLength),
  priority: TaskPriority,
  assignees: z.array(Id).max(task.assignees).refine(distinct, 'Somebody is named twice.'),
  branch_id: Id,
  role_id: Id.nullable(),
  labels: z.array(text(task.labelLength)).max(task.labels).refine(distinct, 'A label is named twice.'),
  estimate_minutes: z.int().min(1).max(task.estimateMinutes).nullable(),
  deadline: Instant.nullable(),
  fixed_start_time: Instant.nullable(),
  start_after_time: Instant.nullable(),
  depends_on: z.array(Id).max(task.dependencies).refine(distinct, 'A task is named twice.'),
  parent_id: Id.nullable(),
  checklist: z
    .array(ChecklistItem)
    .max(task.checklist)
    .refine(points => distinct(points.map(point => point.id)), 'Two points have the same id.'),
  /** Files of the writer that are not attached to anything yet, and those that the task has. */
  file_ids: z.array(z.uuid()).max(task.files).refine(distinct, 'A file is named twice.'),
  repeat: TaskRepeat.nullable(),
})

export const createTask = endpoint({
  method: 'POST',
  path: '/tasks/create',
  summary:
    'Creates a task in a branch that the caller may see. Assigning it to others needs `tasks.assign`; everybody it is assigned to must be able to see the branch.',
  access: member(),
  body: Fields.partial().extend({
    title: Fields.shape.title,
    branch_id: Fields.shape.branch_id,
    status: OpenStatus.default('todo'),
    source: TaskSource.default('person'),
    origin: TaskOrigin.nullable().default(null),
  }),
  answer: Task,
})

export const updateTasks = endpoint({
  method: 'POST',
  path: '/update/tasks',
  summary: `Changes fields of a task, or of up to ${task.bulk} tasks at once: all of them or none. Returns the tasks in the order of their ids in the request. \`archived\` archives tasks or brings them back.`,
  access: member(),
  body: Fields.partial().extend({
    task_id: Id.optional(),
    task_ids: z.array(Id).min(1).max(task.bulk).optional(),
    status: TaskStatus.optional(),
    archived: z.boolean().optional(),
  }),
  answer: z.array(Task),
})

/** How a board groups tasks; `rolewise` unless somebody chose otherwise [9.1a]. */
export const TaskGrouping = z.enum(['rolewise', 'userwise', 'statuswise'])
export type TaskGrouping = z.infer<typeof TaskGrouping>

/** A column of a board: the id of a role or a person, a status, or `none`. */
const GroupKey = z.string().regex(/^(none|\d{1,15}|todo|in_progress|in_review|blocked|done)$/, 'No such group.')

export const TaskGroup = z.object({
  group: GroupKey,
  /** The name of the role or person; empty for a status, and for what has no role or person. */
  name: z.string(),
  /** All tasks of the group, however many are listed here. */
  count: z.int(),
  tasks: z.array(TaskCard),
  /** The cursor of the next tasks of the group; null at the end. */
  next_cursor: z.string().nullable(),
})
export type TaskGroup = z.infer<typeof TaskGroup>

export const BranchTasks = z.object({
  branch_id: Id,
  group_by: TaskGrouping,
  groups: z.array(TaskGroup),
  /** Open tasks of the branch, and those done since midnight in the caller’s zone. */
  open_count: z.int(),
  done_today: z.int(),
})
export type BranchTasks = z.infer<typeof BranchTasks>

export const listBranchTasks = endpoint({
  method: 'POST',
  reads: true,
  readsMuch: true,
  path: '/visualisation/branch/tasks',
  summary: `Returns the tasks of a branch in groups, the most urgent ${task.groupPage} of each. Groups by role and by person hold open tasks; those of archived tasks hold all. \`group\` with \`after\` returns more of one group.`,
  access: member(),
  body: z.object({
    branch_id: Id,
    group_by: TaskGrouping.default('rolewise'),
    is_archive: z.boolean().default(false),
    /** Only tasks with these words in their title or labels. */
    query: z.string().trim().max(view.queryLength).optional(),
    group: GroupKey.optional(),
    after: Paging.shape.cursor,
  }),
  answer: BranchTasks,
})

export const countBranchTasks = endpoint({
  method: 'POST',
  reads: true,
  readsMuch: true,
  path: '/visualisation/branch/counts',
  summary: 'Returns how many tasks are open in each branch that the caller may see. Branches without any are left out.',
  access: member(),
  body: z.object({}),
  answer: z.array(z.object({ branch_id: Id, open_count: z.int() })),
})

export const listMyTasks = pagedList({
  method: 'POST',
  reads: true,
  readsMuch: true,
  path: '/visualisation/tasks/mytasks',
  summary:
    'Lists the tasks that are assigned to the caller: open ones by deadline and priority, then done ones, newest first. `open` as the status returns all that are not done.',
  access: member({ premium: true }),
  body: z.object({
    is_archive: z.boolean().default(false),
    status: z.enum([...TaskStatus.options, 'open']).optional(),
    /** Only tasks with these words in their title or labels. */
    query: z.string().trim().max(view.queryLength).optional(),
  }),
  item: TaskCard,
})

export const tasksByIds = endpoint({
  method: 'POST',
  reads: true,
  path: '/visualisation/byid',
  summary: 'Returns tasks by their ids. Tasks that the caller may not see are left out.',
  access: member(),
  body: z.object({ task_ids: z.array(Id).min(1).max(task.bulk) }),
  answer: z.array(Task),
})

export const listTaskHistory = pagedList({
  method: 'POST',
  reads: true,
  path: '/tasks/history',
  summary: 'Lists who changed what of a task, newest first.',
  access: member(),
  body: z.object({ task_id: Id }),
  item: TaskChange,
})
