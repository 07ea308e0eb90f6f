import { sql } from 'kysely'
import type { ActivityItem } from '#shared/contract/activity/endpoints'
import type { TaskStatus } from '#shared/rules/task-status'
import type { ActivityParams, ActivitySource } from '../../platform/activity'
import { doneBy, newest, ofBranch, whose } from '../../platform/activity-sql'
import type { Fragment } from '../../platform/grantable'
import { personFrom } from '../../platform/people/person'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'
import { seen } from './task-sql'

/** The most characters of a comment in the feed. */
const excerpt = sql.lit(400)

interface TaskFacts {
  task_id: number
  title: string
  branch_id: number
  branch_name: string
  at: string
  person: PersonRow | null
}

const taskFacts = (person: string) =>
  sql`t.id as task_id, t.title, t.branch_id, b.name as branch_name, ${personJson(person)} as person`

const joinTask = (rows: string) => sql`
  join tasks t on t.organization_id = ${sql.ref(`${rows}.organization_id`)} and t.id = ${sql.ref(`${rows}.task_id`)}`

const joinBranch = sql`join branches b on b.organization_id = t.organization_id and b.id = t.branch_id`

async function itemFrom(ctx: MemberContext, { task_id, title, branch_id, branch_name, at, person }: TaskFacts) {
  return { task_id, title, branch_id, branch_name, at, actor: person && (await personFrom(ctx, person)) }
}

/** New tasks. */
const created: ActivitySource = {
  name: 'task',
  kind: 'task',
  places: (ctx, params) => sql`
    select t.created_at as at, t.id, ${whose(sql`t.reporter_id`, sql`array[t.branch_id]`)} from tasks t
    where t.organization_id = ${ctx.organization_id} and ${seen(ctx)}
      ${doneBy(params, sql`t.reporter_id`)} ${ofBranch(params, sql`t.branch_id`)}
      ${newest(params, sql`t.created_at`, sql`t.id`)}`,
  async load(ctx, ids) {
    const { rows } = await sql<TaskFacts>`
      select t.created_at as at, ${taskFacts('u')} from tasks t ${joinBranch} left join users u on u.id = t.reporter_id
      where t.organization_id = ${ctx.organization_id} and t.id = any(${ids}::bigint[])`.execute(ctx.tx)
    return Promise.all(
      rows.map(async row => ({
        ...(await itemFrom(ctx, row)),
        kind: 'task' as const,
        key: `task.${row.task_id}`,
        id: row.task_id,
        from: null,
        to: null,
      })),
    )
  },
}

/** What happened to tasks: rows `c` of a table with `task_id`. */
const placesOf = (
  ctx: MemberContext,
  params: ActivityParams,
  { table, at, by, only = sql`` }: { table: Fragment; at: Fragment; by: Fragment; only?: Fragment },
) => sql`
  select ${at} as at, c.id, ${whose(by, sql`array[t.branch_id]`)} from ${table} c ${joinTask('c')}
  where c.organization_id = ${ctx.organization_id} ${only} and ${seen(ctx)}
    ${doneBy(params, by)} ${ofBranch(params, sql`t.branch_id`)} ${newest(params, at, sql`c.id`)}`

/** Tasks that got another status. */
const moved: ActivitySource = {
  name: 'task-status',
  kind: 'task',
  places: (ctx, params) =>
    placesOf(ctx, params, {
      table: sql`task_changes`,
      at: sql`c.changed_at`,
      by: sql`c.user_id`,
      only: sql`and c.field = 'status'`,
    }),
  async load(ctx, ids) {
    const { rows } = await sql<TaskFacts & { id: number; was: TaskStatus | null; became: TaskStatus | null }>`
      select c.id, c.changed_at as at, c.was, c.became, ${taskFacts('u')}
      from task_changes c ${joinTask('c')} ${joinBranch} left join users u on u.id = c.user_id
      where c.organization_id = ${ctx.organization_id} and c.id = any(${ids}::bigint[])`.execute(ctx.tx)
    return Promise.all(
      rows.map(async row => ({
        ...(await itemFrom(ctx, row)),
        kind: 'task' as const,
        key: `task-status.${row.id}`,
        id: row.id,
        from: row.was,
        to: row.became,
      })),
    )
  },
}

const comments: ActivitySource = {
  name: 'comment',
  kind: 'comment',
  places: (ctx, params) =>
    placesOf(ctx, params, { table: sql`task_comments`, at: sql`c.created_at`, by: sql`c.author_id` }),
  async load(ctx, ids): Promise<ActivityItem[]> {
    const { rows } = await sql<TaskFacts & { id: number; comment: string }>`
      select c.id, c.created_at as at, left(c.comment, ${excerpt}) as comment, ${taskFacts('u')}
      from task_comments c ${joinTask('c')} ${joinBranch} left join users u on u.id = c.author_id
      where c.organization_id = ${ctx.organization_id} and c.id = any(${ids}::bigint[])`.execute(ctx.tx)
    return Promise.all(
      rows.map(async row => ({
        ...(await itemFrom(ctx, row)),
        kind: 'comment' as const,
        key: `comment.${row.id}`,
        comment_id: row.id,
        comment: row.comment,
      })),
    )
  },
}

export const taskActivities: readonly ActivitySource[] = [created, moved, comments]
