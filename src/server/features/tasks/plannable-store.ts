import { sql } from 'kysely'
import type { TaskPriority } from '#shared/contract/tasks/task'
import type { PlannableTask } from '#shared/rules/day-planner'
import type { MemberContext } from '../../platform/request-context'
import { seen } from './task-sql'

/** How many tasks are planned together; of more, those that are due last are left out. */
const mostPlanned = 10_000

interface PlannableTaskRow {
  task: PlannableTask
  title: string
  branch_id: number
  /** The first label, which decides the colour. */
  label: string | null
  /** Whether the caller may see the task; its time is taken in any case. */
  is_seen: boolean
}

/**
 * Open tasks with an estimate of these people, and of everybody on whose tasks theirs depend, over however many others
 * [D15].
 */
export async function plannableTasks(
  ctx: MemberContext,
  user_ids: readonly number[],
): Promise<readonly PlannableTaskRow[]> {
  const { organization_id, tx } = ctx
  const isOpen = sql`t.organization_id = ${organization_id} and t.archived_at is null and t.status <> 'done'`
  const { rows } = await sql<{
    id: number
    title: string
    branch_id: number
    label: string | null
    is_seen: boolean
    estimate_minutes: number
    deadline: string | null
    fixed_start_time: string | null
    start_after_time: string | null
    priority: TaskPriority
    created_at: string
    assignees: number[]
    depends_on: number[]
  }>`
    with recursive chain as (
      select t.id from task_assignees a join tasks t on t.id = a.task_id
      where a.organization_id = ${organization_id} and a.user_id = any(${user_ids}::bigint[]) and ${isOpen}
      union
      select t.id from chain c
      join task_dependencies d on d.organization_id = ${organization_id} and d.task_id = c.id
      join tasks t on t.id = d.depends_on
      where ${isOpen}
    ),
    people as (
      select distinct a.user_id from chain c
      join task_assignees a on a.organization_id = ${organization_id} and a.task_id = c.id
    )
    select t.id, t.title, t.branch_id, t.labels[1] as label, ${seen(ctx)} as is_seen, t.estimate_minutes, t.deadline,
      t.fixed_start_time, t.start_after_time, t.priority, t.created_at,
      array(
        select a.user_id from task_assignees a
        where a.organization_id = t.organization_id and a.task_id = t.id order by a.place, a.user_id
      ) as assignees,
      array(
        select d.depends_on from task_dependencies d
        where d.organization_id = t.organization_id and d.task_id = t.id order by d.depends_on
      ) as depends_on
    from tasks t
    join branches b on b.organization_id = t.organization_id and b.id = t.branch_id and b.deleted_at is null
    where t.id in (
        select a.task_id from people p
        join task_assignees a on a.organization_id = ${organization_id} and a.user_id = p.user_id
      ) and ${isOpen} and t.estimate_minutes is not null
    order by t.rank, t.urgency, t.id limit ${sql.lit(mostPlanned)}`.execute(tx)
  const instant = (text: string | null) => (text === null ? null : Date.parse(text))
  return rows.map(({ title, branch_id, label, is_seen, ...row }) => ({
    ...{ title, branch_id, label, is_seen },
    task: {
      ...{ id: row.id, assignees: row.assignees, depends_on: row.depends_on, priority: row.priority },
      ...{ estimate_minutes: row.estimate_minutes, created_at: Date.parse(row.created_at) },
      ...{ deadline: instant(row.deadline), fixed_start: instant(row.fixed_start_time) },
      start_after: instant(row.start_after_time),
    },
  }))
}
