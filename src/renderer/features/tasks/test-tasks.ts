import type { Task, TaskCard } from '#shared/contract/tasks/task'

const at = '2026-11-20T09:00:00.000Z'

/** A task as lists have it, of Maya's in the first space. */
export function cardOf(id: number, title: string, more: Partial<TaskCard> = {}): TaskCard {
  return {
    ...{ id, task_id: id, title, excerpt: '', status: 'todo', priority: 'normal', assignees: [7], reporter: 7 },
    ...{ branch_id: 1, role_id: null, labels: [], estimate_minutes: null, deadline: null, source: 'person' },
    ...{ origin: null, parent_id: null, comment_count: 0, points: 0, points_done: 0, is_recurring: false },
    ...{ created_at: at, updated_at: at, done_at: null, archived_at: null },
    ...more,
  }
}

/** The whole task. */
export const taskOf = (card: TaskCard, more: Partial<Task> = {}): Task => ({
  ...{ description: '', fixed_start_time: null, start_after_time: null, depends_on: [], checklist: [] },
  ...{ attachments: [], repeat: null },
  ...card,
  ...more,
})
