import { z } from 'zod'
import { Id } from '../common'

/**
 * Events about tasks, for those who may see them. `task` is a `TaskCard`; the clients that show tasks parse it, so that
 * its schema is not part of the first load.
 */
export const TaskEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('task.changed'), task_id: Id, task: z.record(z.string(), z.unknown()) }),
  /** The receiver can no longer see the task. */
  z.object({ kind: z.literal('task.removed'), task_id: Id }),
  /** A comment was written, changed or deleted, or somebody reacted to it. */
  z.object({ kind: z.literal('comment.changed'), task_id: Id, comment_id: Id }),
])
export type TaskEvent = z.infer<typeof TaskEvent>
