import { z } from 'zod'
import { TaskStatus } from '../../rules/task-status'
import { Id, Instant, Person, TimeZone, text } from '../common'
import { task } from './limits'

export const TaskPriority = z.enum(['urgent', 'high', 'normal', 'low'])
export type TaskPriority = z.infer<typeof TaskPriority>

/** Where a task came from: a person, Mate, a job, or the text of a log. */
export const TaskSource = z.enum(['person', 'mate', 'job', 'log'])
export type TaskSource = z.infer<typeof TaskSource>

/** What a task refers to. A client shows it as a link, which opens only for those who may see the thing. */
export const TaskOrigin = z.discriminatedUnion('kind', [
  /** A log, or an action item in its text, as {@link itemKey} writes it. There is one task for each item. */
  z.object({ kind: z.literal('log'), doc_id: Id, log_id: Id, item: z.string().min(1).max(task.itemLength).optional() }),
  z.object({ kind: z.literal('frame'), frame_id: z.uuid() }),
  z.object({ kind: z.literal('job'), instruction_id: Id }),
  z.object({ kind: z.literal('message'), message_id: Id, chat_id: Id.optional() }),
  z.object({ kind: z.literal('meeting'), doc_id: Id }),
  /** An action item of the summary of a document, as {@link itemKey} writes it. There is one task for each. */
  z.object({ kind: z.literal('summary'), doc_id: Id, item: z.string().min(1).max(task.itemLength) }),
])
export type TaskOrigin = z.infer<typeof TaskOrigin>

/** Something that tasks came from: its kind and id. */
export const OriginRef = z
  .string()
  .regex(
    /^((log|job|message|document):[1-9]\d{0,14}|frame:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    'No such origin.',
  )
export type OriginRef = z.infer<typeof OriginRef>

/** What an origin refers to; the database forms the same. */
export function originRef(origin: TaskOrigin): OriginRef {
  if (origin.kind === 'log') return `log:${origin.log_id}`
  if (origin.kind === 'frame') return `frame:${origin.frame_id}`
  if (origin.kind === 'job') return `job:${origin.instruction_id}`
  if (origin.kind === 'message') return `message:${origin.message_id}`
  return `document:${origin.doc_id}`
}

export const ChecklistItem = z.object({
  id: z.string().trim().min(1).max(64),
  text: text(task.checklistTextLength),
  is_done: z.boolean().default(false),
})
export type ChecklistItem = z.infer<typeof ChecklistItem>

/** When the next task of a recurring one is due: by a cron expression of five fields, or every so many days or weeks. */
export const TaskRepeat = z.union([
  z.object({ cron: text(100), timezone: TimeZone }),
  z.object({ every: z.int().min(1).max(365), unit: z.enum(['day', 'week']), timezone: TimeZone }),
])
export type TaskRepeat = z.infer<typeof TaskRepeat>

/** What lists, boards and events show of a task [3.11a]. `id` and `task_id` are the same. */
export const TaskCard = z.object({
  id: Id,
  task_id: Id,
  title: z.string(),
  /** The beginning of the description, without markup. */
  excerpt: z.string(),
  status: TaskStatus,
  priority: TaskPriority,
  /** Ids of people, in the order in which they were assigned. */
  assignees: z.array(Id),
  /** Null if the person left the organisation, and for tasks that a job created. */
  reporter: Id.nullable(),
  branch_id: Id,
  role_id: Id.nullable(),
  labels: z.array(z.string()),
  estimate_minutes: z.int().nullable(),
  deadline: Instant.nullable(),
  source: TaskSource,
  origin: TaskOrigin.nullable(),
  parent_id: Id.nullable(),
  comment_count: z.int(),
  /** The number of points of the checklist, and of those that are done. */
  points: z.int(),
  points_done: z.int(),
  is_recurring: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  done_at: Instant.nullable(),
  archived_at: Instant.nullable(),
})
export type TaskCard = z.infer<typeof TaskCard>

/** A whole task [D13]. Times are instants in UTC. */
export const Task = TaskCard.extend({
  /** Markdown. */
  description: z.string(),
  fixed_start_time: Instant.nullable(),
  start_after_time: Instant.nullable(),
  /** Tasks that have to be done before this one. */
  depends_on: z.array(Id),
  checklist: z.array(ChecklistItem),
  /** Ids of files. `POST /attachments/download` returns their names and URLs. */
  attachments: z.array(z.uuid()),
  repeat: TaskRepeat.nullable(),
})
export type Task = z.infer<typeof Task>

/** One changed field of a task. `field` is `created` for its first entry. */
export const TaskChange = z.object({
  id: Id,
  task_id: Id,
  changed_by: Person.nullable(),
  changed_at: Instant,
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
})
export type TaskChange = z.infer<typeof TaskChange>
