import { task as limits } from '#shared/contract/tasks/limits'
import type { Task, TaskCard } from '#shared/contract/tasks/task'
import { plain } from '../../platform/words/extract'
import type { CardRow, TaskRow } from './task-sql'

/** Characters of a description that its excerpt is made from. */
const readForExcerpt = 1_000

/** The first words of a description, without markup, on one line. */
export function excerptOfDescription(description: string): string {
  const words = plain(description.slice(0, readForExcerpt)).replace(/\s+/g, ' ').trim()
  const characters = [...words]
  return characters.length <= limits.excerptLength
    ? words
    : `${characters.slice(0, limits.excerptLength - 1).join('')}…`
}

export function cardFrom(row: CardRow): TaskCard {
  return {
    id: row.id,
    task_id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    status: row.status,
    priority: row.priority,
    assignees: row.assignees,
    reporter: row.reporter,
    branch_id: row.branch_id,
    role_id: row.role_id,
    labels: row.labels,
    estimate_minutes: row.estimate_minutes,
    deadline: row.deadline,
    source: row.source,
    origin: row.origin,
    parent_id: row.parent_id,
    comment_count: row.comment_count,
    points: row.points,
    points_done: row.points_done,
    is_recurring: row.is_recurring,
    created_at: row.created_at,
    updated_at: row.updated_at,
    done_at: row.done_at,
    archived_at: row.archived_at,
  }
}

export const taskFrom = (row: TaskRow): Task => ({
  ...cardFrom(row),
  description: row.description,
  fixed_start_time: row.fixed_start_time,
  start_after_time: row.start_after_time,
  depends_on: row.depends_on,
  checklist: row.checklist,
  attachments: row.attachments,
  repeat: row.repeat,
})
