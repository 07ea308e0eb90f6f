import { type RawBuilder, sql } from 'kysely'
import type { ChecklistItem, TaskOrigin, TaskPriority, TaskRepeat, TaskSource } from '#shared/contract/tasks/task'
import { can } from '#shared/rules/capabilities'
import type { TaskStatus } from '#shared/rules/task-status'
import type { MemberContext } from '../../platform/request-context'

/**
 * The single rule of who may see a task `t`: those who may see its branch [D3], its assignees, the person who reported
 * it, and who holds `tasks.see_all` [D2]. Nobody sees the tasks of a deleted branch.
 */
export function seen(ctx: MemberContext): RawBuilder<boolean> {
  const { organization_id, caller, member } = ctx
  return sql<boolean>`exists (
    select from branches b
    where b.organization_id = ${organization_id} and b.id = t.branch_id and b.deleted_at is null and (
      b.is_open or ${can(member, 'tasks.see_all')}::boolean or b.id = any(${member.branch_ids}::bigint[])
      or t.reporter_id = ${caller.user_id}::bigint
      or exists (
        select from task_assignees a
        where a.organization_id = ${organization_id} and a.task_id = t.id and a.user_id = ${caller.user_id}::bigint
      )
    )
  )`
}

export interface CardRow {
  id: number
  title: string
  excerpt: string
  status: TaskStatus
  priority: TaskPriority
  assignees: number[]
  reporter: number | null
  branch_id: number
  role_id: number | null
  labels: string[]
  estimate_minutes: number | null
  deadline: string | null
  source: TaskSource
  origin: TaskOrigin | null
  parent_id: number | null
  comment_count: number
  points: number
  points_done: number
  is_recurring: boolean
  created_at: string
  updated_at: string
  done_at: string | null
  archived_at: string | null
}

export interface TaskRow extends CardRow {
  description: string
  fixed_start_time: string | null
  start_after_time: string | null
  depends_on: number[]
  checklist: ChecklistItem[]
  attachments: string[]
  repeat: TaskRepeat | null
  done_from: TaskStatus | null
  next_id: number | null
}

export const cardColumns = sql`t.id, t.title, t.excerpt, t.status, t.priority,
  array(
    select a.user_id from task_assignees a
    where a.organization_id = t.organization_id and a.task_id = t.id order by a.place, a.user_id
  ) as assignees,
  t.reporter_id as reporter, t.branch_id, t.role_id, t.labels, t.estimate_minutes, t.deadline, t.source, t.origin,
  t.parent_id, t.comment_count, jsonb_array_length(t.checklist) as points,
  (select count(*)::int from jsonb_array_elements(t.checklist) p where (p ->> 'is_done')::boolean) as points_done,
  t.repeat is not null as is_recurring, t.created_at, t.updated_at, t.done_at, t.archived_at`

export const taskColumns = sql`${cardColumns}, t.description, t.fixed_start_time, t.start_after_time,
  array(
    select d.depends_on from task_dependencies d
    where d.organization_id = t.organization_id and d.task_id = t.id order by d.depends_on
  ) as depends_on,
  t.checklist, t.file_ids as attachments, t.repeat, t.done_from, t.next_id`
