import { sql } from 'kysely'
import type { DashboardSource } from '../../platform/dashboard'
import type { Fragment } from '../../platform/grantable'
import type { MemberContext } from '../../platform/request-context'
import { mayBeSeen } from '../organisations/branches-sql'
import { seen } from './task-sql'

/** Tasks that the caller may see, at one of their instants. The branch is left out if they see only the task. */
const tasks = (ctx: MemberContext, at: Fragment, only: Fragment) => sql`
  select t.id, ${at} as at, t.title, b.name as detail, null::bigint as parent_id,
    case when b.id is not null then array[b.id] else '{}' end as branch_ids
  from tasks t left join branches b on b.organization_id = t.organization_id and b.id = t.branch_id and ${mayBeSeen(ctx)}
  where t.organization_id = ${ctx.organization_id} and ${seen(ctx)} and ${only}`

export const taskNumbers: readonly DashboardSource[] = [
  {
    name: 'tasks_done',
    counts: 'period',
    rows: ctx => tasks(ctx, sql`t.done_at`, sql`t.done_at is not null`),
  },
  { name: 'tasks_created', counts: 'period', rows: ctx => tasks(ctx, sql`t.created_at`, sql`true`) },
  {
    name: 'tasks_late',
    counts: 'attention',
    rows: ctx =>
      tasks(
        ctx,
        sql`t.deadline`,
        sql`t.archived_at is null and t.status <> 'done' and t.deadline < ${ctx.now}::timestamptz`,
      ),
  },
]
