import type { ErrorTable } from '../error-table'

export const taskErrors = {
  'task.not_found': [404, 'There is no such task here.'],
  'task.status_refused': [409, 'A task cannot go from its status to this one.'],
  'task.assign_missing': [403, 'You can assign tasks to yourself only.'],
  'task.assignee_blind': [400, 'One of these people cannot see the space of the task.'],
  'task.dependency_cycle': [400, 'These tasks would wait for one another.'],
  'task.parent_invalid': [400, 'A task with a parent cannot be the parent of another task.'],
  'task.repeat_invalid': [400, 'This repetition cannot be understood.'],
  'task.too_many': [409, 'This workspace has reached its limit of tasks.'],
  'task.already_made': [409, 'There is a task for this action item already.'],
  'task.item_gone': [409, 'This action item is no longer in its text.'],
  'view.not_found': [404, 'There is no such view here.'],
  'view.not_yours': [403, 'Only the person who saved a view, owners and admins can change it.'],
  'view.too_many': [409, 'You have saved as many views as one person may.'],
  'comment.not_found': [404, 'There is no such comment here.'],
  'comment.not_yours': [403, 'Only the person who wrote a comment can change it.'],
  'comment.too_late': [409, 'A comment can be changed for 24 hours.'],
  'comment.mention_blind': [400, 'One of the mentioned people cannot see this task.'],
} as const satisfies ErrorTable
