import { sql } from 'kysely'
import type { TaskPriority } from '#shared/contract/tasks/task'
import type { TaskStatus } from '#shared/rules/task-status'
import type { MemberContext } from '../../platform/request-context'
import { seen } from './task-sql'

/** What programs outside the app read of a task. */
export interface OpenTask {
  task_id: number
  title: string
  status: TaskStatus
  priority: TaskPriority
  space: string
  /** Names. */
  assignees: string[]
  labels: string[]
  estimate_minutes: number | null
  deadline: string | null
}

const most = 200

/** The open tasks that the caller may see, those due first in front: of these branches, or of all if there are none. */
export async function openTasks(ctx: MemberContext, branch_ids: readonly number[]): Promise<OpenTask[]> {
  const inBranches = branch_ids.length === 0 ? sql`` : sql`and t.branch_id = any(${branch_ids}::bigint[])`
  const { rows } = await sql<OpenTask>`
    select t.id as task_id, t.title, t.status, t.priority, b.name as space, t.labels, t.estimate_minutes, t.deadline,
      array(
        select u.displayname from task_assignees a join users u on u.id = a.user_id
        where a.organization_id = t.organization_id and a.task_id = t.id order by u.displayname, u.id
      ) as assignees
    from tasks t join branches b on b.organization_id = t.organization_id and b.id = t.branch_id
    where t.organization_id = ${ctx.organization_id} and t.status <> 'done' and t.archived_at is null
      and ${seen(ctx)} ${inBranches}
    order by t.deadline nulls last, t.id limit ${sql.lit(most)}`.execute(ctx.tx)
  return rows
}
