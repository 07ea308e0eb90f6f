import { z } from 'zod'
import { Id, Nothing, text } from '../common'
import { endpoint, member } from '../endpoint'
import { TaskGrouping } from './endpoints'
import { view } from './limits'

/** How tasks are looked at. */
export const ViewSettings = z.object({
  layout: z.enum(['list', 'board']).default('board'),
  group_by: TaskGrouping.default('rolewise'),
  /** Only tasks with these words. */
  query: z.string().trim().max(view.queryLength).default(''),
  is_archive: z.boolean().default(false),
})
export type ViewSettings = z.infer<typeof ViewSettings>

/** A named way to look at the tasks of a space, or at one's own. */
export const TaskView = z.object({
  view_id: Id,
  name: z.string(),
  /** Null for My Tasks. */
  branch_id: Id.nullable(),
  settings: ViewSettings,
  /** Whether everybody sees it who may see the space. */
  is_shared: z.boolean(),
  author_id: Id,
  /** Whether the caller may change and delete it. */
  is_editable: z.boolean(),
})
export type TaskView = z.infer<typeof TaskView>

export const listViews = endpoint({
  method: 'POST',
  reads: true,
  path: '/tasks/views',
  summary:
    'Lists the caller’s saved views of a space, or of My Tasks without one, and those that others share, by name.',
  access: member(),
  body: z.object({ branch_id: Id.nullable().default(null) }),
  answer: z.array(TaskView),
})

const { name, is_shared } = { name: text(view.nameLength), is_shared: z.boolean() }

export const createView = endpoint({
  method: 'POST',
  path: '/tasks/views/create',
  summary: 'Saves a view of a space that the caller may see, or of My Tasks.',
  access: member(),
  body: z.object({
    name,
    branch_id: Id.nullable().default(null),
    settings: ViewSettings,
    is_shared: is_shared.default(false),
  }),
  answer: TaskView,
})

export const editView = endpoint({
  method: 'POST',
  path: '/tasks/views/edit',
  summary:
    'Changes a saved view; what is left out stays. Its author may do this, and owners and admins if it is shared.',
  access: member(),
  body: z.object({
    view_id: Id,
    name: name.optional(),
    settings: ViewSettings.optional(),
    is_shared: is_shared.optional(),
  }),
  answer: TaskView,
})

export const deleteView = endpoint({
  method: 'POST',
  path: '/tasks/views/delete',
  summary: 'Deletes a saved view. Its author may do this, and owners and admins if it is shared.',
  access: member(),
  body: z.object({ view_id: Id }),
  answer: Nothing,
})
