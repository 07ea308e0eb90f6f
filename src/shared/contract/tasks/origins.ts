import { z } from 'zod'
import { Id, Instant, Nothing, text } from '../common'
import { DocumentType } from '../documents/endpoints'
import { endpoint, member, pagedList } from '../endpoint'
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

/** An action item of a text for which there is a task. */
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
  summary: 'Lists the action items in the text of a document, or of a log in it, for which there are tasks.',
  access: member(),
  body: z.object({ doc_id: Id, log_id: Id.optional() }),
  answer: z.array(MadeItem),
})

/** What is still to be done in one text. */
export const OpenItems = z.object({
  doc_id: Id,
  document_name: z.string(),
  document_type: DocumentType,
  /** The log whose text it is; null for the text of a page, or the summary of a meeting or logbook. */
  log_id: Id.nullable(),
  /** The title of the log; empty for other texts. */
  title: z.string(),
  at: Instant,
  /** The action items that are not done and of which no task was made, as the text has them. */
  items: z.array(z.string()).min(1),
  /** Whether the caller may change the text, and so tick its items. */
  is_editable: z.boolean(),
})
export type OpenItems = z.infer<typeof OpenItems>

export const listOpenItems = pagedList({
  method: 'POST',
  reads: true,
  readsMuch: true,
  path: '/tasks/open_items',
  summary:
    'Lists the action items in pages, summaries and logs that the caller may read, of which no task was made yet, by text, the one written last first. A page of the list may hold fewer texts than its limit.',
  access: member({ premium: true }),
  body: z.object({}),
  item: OpenItems,
})

export const tickItem = endpoint({
  method: 'POST',
  path: '/tasks/items/tick',
  summary:
    'Marks an action item as done or not done in the text of a document, or of a log in it. Whoever may change the text may do this: those who may write in a page, edit a summary, or correct their own log.',
  access: member(),
  body: z.object({ doc_id: Id, log_id: Id.optional(), item: text(task.itemLength), is_done: z.boolean() }),
  answer: Nothing,
})

const { title, branch_id, assignees, deadline, estimate_minutes, labels, priority } = createTask.body.shape

export const createFromItems = endpoint({
  method: 'POST',
  path: '/tasks/from_items',
  summary: `Creates tasks from up to ${task.items} action items in the text of a document that the caller may read, or of a log in it: all of them or none. An item for which there is a task already gets no other one. Returns the items in the order of the request.`,
  access: member(),
  body: z.object({
    doc_id: Id,
    log_id: Id.optional(),
    items: z
      .array(
        z.object({
          /** The action item as the text has it. */
          item: text(task.itemLength),
          ...{ title, branch_id, assignees, deadline, estimate_minutes, labels, priority },
        }),
      )
      .min(1)
      .max(task.items),
  }),
  answer: z.array(MadeItem.extend({ is_new: z.boolean() })),
})
