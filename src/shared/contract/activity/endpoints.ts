import { z } from 'zod'
import { TaskStatus } from '../../rules/task-status'
import { Level, Subject } from '../access/endpoints'
import { Id, Instant, Person } from '../common'
import { endpoint, member, pagedList } from '../endpoint'
import { RunReason } from '../jobs/job'
import { Log } from '../logs/log'

export const ActivityKind = z.enum(['task', 'comment', 'log', 'run', 'membership', 'capture', 'access'])
export type ActivityKind = z.infer<typeof ActivityKind>

const common = {
  /** Unique in the feed, whatever the kind. */
  key: z.string(),
  at: Instant,
  /** Null for what Mate, a job or somebody who no longer exists did. */
  actor: Person.nullable(),
}

/** A task and the space that it is in. */
const OfTask = z.object({ task_id: Id, title: z.string(), branch_id: Id, branch_name: z.string() })

/** Something that happened in the organisation [3.11b, D16]. Comments have a `comment_id`, all others an `id`. */
export const ActivityItem = z.discriminatedUnion('kind', [
  /** A new task, or a status that changed; `from` and `to` are null for a new task. */
  OfTask.extend({
    ...common,
    kind: z.literal('task'),
    id: Id,
    from: TaskStatus.nullable(),
    to: TaskStatus.nullable(),
  }),
  /** `comment` is the beginning of its markdown. */
  OfTask.extend({ ...common, kind: z.literal('comment'), comment_id: Id, comment: z.string() }),
  /** `content` is the beginning of its markdown, `frame_ids` are its first pictures. */
  z.object({
    ...common,
    kind: z.literal('log'),
    id: Id,
    doc_id: Id,
    doc_name: z.string(),
    title: z.string(),
    content: z.string(),
    frame_ids: Log.shape.frame_ids,
    labels: Log.shape.labels,
    /** The job that wrote it; its name is for those who may see the job. */
    instruction_id: Id.nullable(),
    job_name: z.string().nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('run'),
    id: Id,
    instruction_id: Id,
    name: z.string(),
    status: z.enum(['succeeded', 'failed', 'skipped']),
    reason: RunReason.nullable(),
    logs: z.int(),
  }),
  z.object({
    ...common,
    kind: z.literal('membership'),
    id: Id,
    change: z.enum(['joined', 'left', 'removed', 'org_role_changed']),
    person: Person.nullable(),
    org_role: z.enum(['owner', 'admin', 'member']).nullable(),
  }),
  /** Somebody began or ended to share their screen. */
  z.object({ ...common, kind: z.literal('capture'), id: Id, user_id: Id, is_start: z.boolean() }),
  /** `grantee` is null if all of the access changed, or if its name is hidden from the caller. */
  z.object({
    ...common,
    kind: z.literal('access'),
    id: Id,
    change: z.enum(['granted', 'revoked', 'changed']),
    subject: Subject,
    name: z.string(),
    grantee: z.string().nullable(),
    level: Level.nullable(),
  }),
])
export type ActivityItem = z.infer<typeof ActivityItem>

/** Which of it: only what a person did, only what belongs to a branch, only of a time. */
const Filter = z.object({
  by_user_id: Id.optional(),
  branch_id: Id.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})

export const listActivity = pagedList({
  method: 'POST',
  reads: true,
  readsMuch: true,
  path: '/visualisation/activity',
  summary:
    'Lists what happened, newest first, 50 a page. `page_id` is the number of the page; with the `cursor` of the page before, which is used instead, a page takes the same time however deep it is.',
  access: member({ premium: true }),
  body: Filter.extend({
    page_id: z.int().min(0).max(2_000).default(0),
    kinds: z.array(ActivityKind).max(ActivityKind.options.length).optional(),
  }),
  item: ActivityItem,
})

/** The most of one kind that is counted in a day. */
export const countedAtMost = 2_000

export const ActivityDay = z.object({
  kinds: z.array(z.object({ kind: ActivityKind, count: z.int() })),
  /** Hours of the caller’s zone in which something happened, the earliest first. */
  hours: z.array(z.object({ at: Instant, count: z.int() })),
  /** By who did it, as if nobody in particular was asked for. */
  people: z.array(z.object({ user_id: Id, count: z.int() })).default([]),
  /** By the branches that the caller may see, as if none in particular was asked for. */
  branches: z.array(z.object({ branch_id: Id, count: z.int() })).default([]),
})
export type ActivityDay = z.infer<typeof ActivityDay>

export const readActivityDay = endpoint({
  method: 'POST',
  reads: true,
  readsMuch: true,
  path: '/visualisation/activity/day',
  summary: `Counts what happened within a day at most, by kind, hour, person and branch, up to ${countedAtMost} of each kind.`,
  access: member({ premium: true }),
  body: Filter.required({ from: true, to: true }),
  answer: ActivityDay,
})
