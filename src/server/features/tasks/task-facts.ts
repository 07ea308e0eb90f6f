import { z } from 'zod'
import { Id, Instant, text } from '#shared/contract/common'
import { task as limits } from '#shared/contract/tasks/limits'
import { TaskPriority } from '#shared/contract/tasks/task'
import { TaskStatus } from '#shared/rules/task-status'
import type { TasksPerPerson } from './found-store'

/** What Mate looks for among tasks. */
export const TasksInput = z.object({
  user_ids: z.array(Id).max(20).optional(),
  is_unassigned: z.boolean().optional(),
  branch_ids: z.array(Id).max(20).optional(),
  labels: z.array(z.string().max(40)).max(12).optional(),
  status: z.enum([...TaskStatus.options, 'open', 'any']).default('open'),
  is_late: z.boolean().optional(),
  due_from: Instant.optional(),
  due_to: Instant.optional(),
  done_from: Instant.optional(),
  done_to: Instant.optional(),
  words: z.string().max(200).optional(),
  limit: z.int().min(1).max(100).default(30),
})
export type TasksInput = z.output<typeof TasksInput>

export interface TaskFact {
  id: number
  title: string
  /** The beginning of its description. */
  excerpt: string
  status: TaskStatus
  priority: TaskPriority
  people: { id: number; name: string }[]
  space: string
  labels: string[]
  deadline: string | null
  is_late: boolean
  estimate_minutes: number | null
  /** Where the app shows it. */
  address: string
}

export interface TaskFacts {
  tasks: TaskFact[]
  total: number
  /** What was asked for, with names. */
  asked: AskedTasks & { is_mine: boolean; is_unassigned: boolean }
}

export interface AskedTasks {
  status: TasksInput['status']
  is_late: boolean
  spaces: string[]
  words: string
}

/** What Mate counts for each person. */
export const TasksPerPersonInput = TasksInput.omit({ user_ids: true, is_unassigned: true, limit: true }).extend({
  order: z.enum(['most', 'fewest']).default('most'),
})
export type TasksPerPersonInput = z.output<typeof TasksPerPersonInput>

export interface TasksPerPersonFacts extends TasksPerPerson {
  asked: AskedTasks
}

/** A task that Mate proposes. */
export const NewTask = z.object({
  title: text(limits.titleLength),
  description: z.string().trim().max(limits.descriptionLength).default(''),
  user_ids: z.array(Id).max(limits.assignees).optional(),
  branch_id: Id.optional(),
  deadline: Instant.optional(),
  fixed_start_time: Instant.optional(),
  estimate_minutes: z.int().min(1).max(limits.estimateMinutes).optional(),
  labels: z.array(text(limits.labelLength)).max(limits.labels).optional(),
  priority: TaskPriority.optional(),
})
export type NewTask = z.output<typeof NewTask>

/** A change of a task that Mate proposes. */
export const TaskChange = z.object({
  task_id: Id,
  user_ids: z.array(Id).max(limits.assignees).optional(),
  deadline: Instant.nullable().optional(),
  fixed_start_time: Instant.nullable().optional(),
  estimate_minutes: z.int().min(1).max(limits.estimateMinutes).nullable().optional(),
  status: TaskStatus.optional(),
  priority: TaskPriority.optional(),
  archived: z.boolean().optional(),
})
export type TaskChange = z.output<typeof TaskChange>
