import { z } from 'zod'
import { Id, text } from '../common'
import { endpoint, member } from '../endpoint'
import { createTask } from './endpoints'
import { task } from './limits'
import { OriginRef, TaskCard } from './task'

export const tasksFrom = endpoint({
  method: 'POST',
  reads: true,
  path: '/tasks/from',
  summary: `Returns tasks that came from logs, frames, jobs, messages or documents, at most ${task.fromOrigins}, the oldest first. Tasks that the caller may not see are left out.`,
  access: member(),
  body: z.object({ origins: z.array(OriginRef).min(1).max(task.origins) }),
  answer: z.array(TaskCard),
})

/** An action item of a summary for which there is a task. */
export const MadeItem = z.object({
  /** As `itemKey` writes it. */
  item: z.string(),
  /** Null if the caller may not see the task. */
  task_id: Id.nullable(),
})
export type MadeItem = z.infer<typeof MadeItem>

export const listMadeItems = endpoint({
  method: 'POST',
  reads: true,
  path: '/tasks/items',
  summary: 'Lists the action items in the summary of a document for which there are tasks.',
  access: member(),
  body: z.object({ doc_id: Id }),
  answer: z.array(MadeItem),
})

const { title, branch_id, assignees, deadline, estimate_minutes, labels, priority } = createTask.body.shape

export const createFromItems = endpoint({
  method: 'POST',
  path: '/tasks/from_items',
  summary: `Creates tasks from up to ${task.items} action items in the summary of a document that the caller may read: all of them or none. An item for which there is a task already gets no other one. Returns the items in the order of the request.`,
  access: member(),
  body: z.object({
    doc_id: Id,
    items: z
      .array(
        z.object({
          /** The text of the action item in the summary. */
          item: text(task.itemLength),
          ...{ title, branch_id, assignees, deadline, estimate_minutes, labels, priority },
        }),
      )
      .min(1)
      .max(task.items),
  }),
  answer: z.array(MadeItem.extend({ is_new: z.boolean() })),
})
