import { type RawBuilder, sql } from 'kysely'
import type { TaskStatus } from '#shared/rules/task-status'
import type { MemberContext } from '../../platform/request-context'
import { parseQuery, withPrefixes } from '../../platform/words/query'
import { isSomething, scopes, tsquery } from '../../platform/words/sql'
import { type CardRow, cardColumns, seen } from './task-sql'

/** Tasks must match all that is given. */
export interface TaskFilter {
  user_ids?: readonly number[] | undefined
  /** Nobody is to do them. */
  is_unassigned?: boolean | undefined
  branch_ids?: readonly number[] | undefined
  /** Every one of these labels, whatever their capitals. */
  labels?: readonly string[] | undefined
  status?: TaskStatus | 'open' | 'any' | undefined
  /** Past their deadline. */
  is_late?: boolean | undefined
  /** Not past their deadline, or without one. */
  is_on_time?: boolean | undefined
  due_from?: string | undefined
  due_to?: string | undefined
  done_from?: string | undefined
  done_to?: string | undefined
  words?: string | undefined
}

export interface FoundCard extends CardRow {
  branch_name: string
  people: { id: number; name: string }[]
}

/** The most urgent matching tasks that the caller may see, and how many match. Archived ones are left out. */
export async function findTasksBy(
  ctx: MemberContext,
  filter: TaskFilter,
  limit: number,
): Promise<{ rows: FoundCard[]; total: number }> {
  const { organization_id, tx } = ctx
  const { rows } = await sql<FoundCard & { total: number }>`
    with among as materialized (
      select t.id, t.rank, t.urgency from tasks t where ${matching(ctx, filter)}
    )
    select ${cardColumns}, b.name as branch_name, (select count(*)::int from among) as total,
      coalesce((
        select json_agg(json_build_object('id', u.id, 'name', u.displayname) order by a.place, a.user_id)
        from task_assignees a join users u on u.id = a.user_id
        where a.organization_id = t.organization_id and a.task_id = t.id
      ), '[]') as people
    from (select * from among order by rank, urgency, id limit ${sql.lit(limit)}) f
    join tasks t on t.organization_id = ${organization_id} and t.id = f.id
    join branches b on b.organization_id = t.organization_id and b.id = t.branch_id
    order by t.rank, t.urgency, t.id`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}

export interface TasksOfPerson {
  id: number
  name: string
  tasks: number
}

export interface TasksPerPerson {
  /** Some members, those with the most or the fewest tasks first. */
  people: TasksOfPerson[]
  members: number
  /** Members that are to do none of these tasks. */
  without: number
  /** Tasks that nobody is to do. */
  unassigned: number
}

/** How many of the matching tasks that the caller may see the members are to do. */
export async function countTasksPerPerson(
  ctx: MemberContext,
  filter: TaskFilter,
  order: 'most' | 'fewest',
  limit: number,
): Promise<TasksPerPerson> {
  const direction = order === 'most' ? sql`desc` : sql`asc`
  const { rows } = await sql<TasksPerPerson>`
    with among as materialized (
      select t.id from tasks t where ${matching(ctx, filter)}
    ), assigned as (
      select a.user_id, a.task_id from task_assignees a join among f on f.id = a.task_id
      where a.organization_id = ${ctx.organization_id}
    ), per_person as (
      select u.id, u.displayname as name, count(a.task_id)::int as tasks
      from memberships m join users u on u.id = m.user_id left join assigned a on a.user_id = m.user_id
      where m.organization_id = ${ctx.organization_id}
      group by u.id
    ), listed as (
      select * from per_person order by tasks ${direction}, name, id limit ${sql.lit(limit)}
    )
    select
      (select coalesce(json_agg(l order by l.tasks ${direction}, l.name, l.id), '[]') from listed l) as people,
      (select count(*)::int from per_person) as members,
      (select count(*)::int from per_person where tasks = 0) as without,
      (select count(*)::int from among f where not exists (select from assigned a where a.task_id = f.id)) as unassigned`.execute(
    ctx.tx,
  )
  const [counted] = rows
  if (!counted) throw new Error('Nothing was counted.')
  return counted
}

/** The condition for tasks `t`. */
function matching(ctx: MemberContext, filter: TaskFilter): RawBuilder<unknown> {
  const { organization_id, now } = ctx
  const { status = 'open', words, labels, is_late } = filter
  // The words come in any order, and may be shortened or without their ending.
  const query = withPrefixes(parseQuery(words ?? ''))
  const conditions = [
    sql`t.organization_id = ${organization_id} and t.archived_at is null and ${seen(ctx)}`,
    status === 'open' && sql`t.status <> 'done'`,
    status !== 'open' && status !== 'any' && sql`t.status = ${status}`,
    is_late && sql`t.deadline < ${now}::timestamptz and t.status <> 'done'`,
    filter.is_on_time && sql`(t.deadline is null or t.deadline >= ${now}::timestamptz)`,
    filter.due_from && sql`t.deadline >= ${filter.due_from}::timestamptz`,
    filter.due_to && sql`t.deadline < ${filter.due_to}::timestamptz`,
    filter.done_from && sql`t.done_at >= ${filter.done_from}::timestamptz`,
    filter.done_to && sql`t.done_at < ${filter.done_to}::timestamptz`,
    filter.branch_ids && sql`t.branch_id = any(${filter.branch_ids}::bigint[])`,
    filter.user_ids &&
      sql`exists (
        select from task_assignees a
        where a.organization_id = t.organization_id and a.task_id = t.id and a.user_id = any(${filter.user_ids}::bigint[])
      )`,
    filter.is_unassigned &&
      sql`not exists (
        select from task_assignees a where a.organization_id = t.organization_id and a.task_id = t.id
      )`,
    labels?.length &&
      sql`(select array_agg(lower(l)) from unnest(t.labels) l) @> ${labels.map(label => label.toLowerCase())}::text[]`,
    words && sql`${isSomething(query)} and t.words @@ (${tsquery(ctx, query)} && ${scopes.organisation(ctx)})`,
  ].filter(condition => typeof condition === 'object')
  return sql.join(conditions, sql` and `)
}

/** Titles of these tasks, of those that the caller may see. */
export async function titlesOf(ctx: MemberContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; title: string }>`
    select t.id, t.title from tasks t
    where t.organization_id = ${ctx.organization_id} and t.id = any(${ids}::bigint[]) and ${seen(ctx)}`.execute(ctx.tx)
  return new Map(rows.map(row => [row.id, row.title]))
}
