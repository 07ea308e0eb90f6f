import { type RawBuilder, sql } from 'kysely'
import type { TaskGrouping } from '#shared/contract/tasks/endpoints'
import type { TaskStatus } from '#shared/rules/task-status'
import { limitOf } from '../../platform/cursor'
import type { MemberContext } from '../../platform/request-context'
import { type CardRow, cardColumns, seen } from './task-sql'

/** The position of a task in a list. */
export interface TaskPlace {
  rank: number
  urgency: number
  id: number
}

export type PlacedCard = CardRow & Pick<TaskPlace, 'rank' | 'urgency'>

const behind = (place: TaskPlace | undefined) =>
  place
    ? sql`and (t.rank, t.urgency, t.id) > (${place.rank}::double precision, ${place.urgency}::smallint, ${place.id}::bigint)`
    : sql``

/** Only tasks with these words in their title or labels. */
const withWords = (query: string | undefined) =>
  query
    ? sql`and strpos(search_name(t.title || ' ' || array_to_string(t.labels, ' ')), rtrim(search_name(${query}::text))) > 0`
    : sql``

interface MyTasks {
  is_archive: boolean
  status: TaskStatus | 'open' | undefined
  query: string | undefined
  after: TaskPlace | undefined
  limit: number
}

/** Tasks that are assigned to the caller, in the order of lists. */
export async function listMine(
  ctx: MemberContext,
  { is_archive, status, query, after, limit }: MyTasks,
): Promise<PlacedCard[]> {
  const { organization_id, caller } = ctx
  const ofStatus =
    status === undefined ? sql`` : status === 'open' ? sql`and t.status <> 'done'` : sql`and t.status = ${status}`
  const { rows } = await sql<PlacedCard>`
    select ${cardColumns}, t.rank, t.urgency from task_assignees mine
    join tasks t on t.organization_id = mine.organization_id and t.id = mine.task_id
    where mine.organization_id = ${organization_id} and mine.user_id = ${caller.user_id} and ${seen(ctx)}
      and t.archived_at is ${is_archive ? sql`not null` : sql`null`} ${ofStatus} ${withWords(query)} ${behind(after)}
    order by t.rank, t.urgency, t.id limit ${limitOf(limit)}`.execute(ctx.tx)
  return rows
}

interface Grouped {
  /** The key of the group: a status, or the id of a role or person with 0 for none. Numbers sort a third faster. */
  by: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

const idOrNone = (key: RawBuilder<unknown>) => sql`case when ${key} = 0 then 'none' else ${key}::text end`

/** The group of a task `t`. A task of several people is in the group of each. */
function grouped(group_by: TaskGrouping, { organization_id }: MemberContext, branch_id: number): Grouped {
  if (group_by === 'statuswise') return { by: sql`t.status`, joins: sql`` }
  if (group_by === 'userwise')
    return {
      by: sql`coalesce(a.user_id, 0)`,
      joins: sql`left join task_assignees a on a.organization_id = t.organization_id and a.task_id = t.id`,
    }
  // Joined as a whole, because a lookup for each task of a large board takes longer than all the rest.
  return {
    by: sql`coalesce(t.role_id, r.role_id, 0)`,
    joins: sql`left join (
      select distinct on (a.task_id) a.task_id, a.user_id
      from tasks o join task_assignees a on a.organization_id = o.organization_id and a.task_id = o.id
      where o.organization_id = ${organization_id} and o.branch_id = ${branch_id} and o.role_id is null
      order by a.task_id, a.place, a.user_id
    ) f on f.task_id = t.id
    left join (
      select rm.user_id, min(rm.role_id) as role_id from role_members rm
      where rm.organization_id = ${organization_id} group by rm.user_id
    ) r on r.user_id = f.user_id`,
  }
}

interface BoardParams {
  branch_id: number
  group_by: TaskGrouping
  is_archive: boolean
  query: string | undefined
  /** Only this group, if given. */
  group: string | undefined
  after: TaskPlace | undefined
  limit: number
}

export type BoardRow = PlacedCard & { in_group: string; group_name: string | null; group_count: number }

/** The first tasks of each group of a branch, with the number of all. Does not check whether the caller may see them. */
export async function listBoard(ctx: MemberContext, params: BoardParams): Promise<BoardRow[]> {
  const { organization_id } = ctx
  const { branch_id, group_by, is_archive, query, group, after, limit } = params
  const { by, joins } = grouped(group_by, ctx, branch_id)
  const kept = is_archive
    ? sql`t.archived_at is not null`
    : group_by === 'statuswise'
      ? sql`t.archived_at is null`
      : sql`t.archived_at is null and t.status <> 'done'`
  const name =
    group_by === 'rolewise'
      ? sql`(select r.name from roles r where r.organization_id = ${organization_id} and r.id = p.in_group)`
      : group_by === 'userwise'
        ? sql`(select u.displayname from users u where u.id = p.in_group)`
        : sql`null::text`
  const label = (key: RawBuilder<unknown>) => (group_by === 'statuswise' ? key : idOrNone(key))
  const { rows } = await sql<BoardRow>`
    with among as materialized (
      select t.id, t.rank, t.urgency, ${by} as in_group from tasks t ${joins}
      where t.organization_id = ${organization_id} and t.branch_id = ${branch_id} and ${kept} ${withWords(query)}
    ),
    counted as (select t.in_group, count(*)::int as group_count from among t group by t.in_group),
    page as (
      select t.*, row_number() over (partition by t.in_group order by t.rank, t.urgency, t.id) as nr from among t
      where true ${group === undefined ? sql`` : sql`and ${label(sql`t.in_group`)} = ${group}`} ${behind(after)}
    ),
    shown as materialized (select * from page where nr <= ${limit}::int)
    select ${label(sql`p.in_group`)} as in_group, n.name as group_name, c.group_count, p.rank, p.urgency, ${cardColumns}
    from shown p join counted c on c.in_group = p.in_group
    join (select p.in_group, ${name} as name from (select distinct in_group from shown) p) n on n.in_group = p.in_group
    join tasks t on t.organization_id = ${organization_id} and t.id = p.id
    order by p.in_group, p.nr`.execute(ctx.tx)
  return rows
}

/** How many tasks are open in each of these branches; those without any are left out. */
export async function openIn(
  { tx, organization_id }: MemberContext,
  branch_ids: readonly number[],
): Promise<{ branch_id: number; open_count: number }[]> {
  const { rows } = await sql<{ branch_id: number; open_count: number }>`
    select t.branch_id, count(*)::int as open_count from tasks t
    where t.organization_id = ${organization_id} and t.branch_id = any(${branch_ids}::bigint[])
      and t.archived_at is null and t.status <> 'done'
    group by t.branch_id order by t.branch_id`.execute(tx)
  return rows
}

/** How many tasks of a branch are open, and how many were done since an instant. */
export async function countOf(
  { tx, organization_id }: MemberContext,
  branch_id: number,
  since: string,
): Promise<{ open_count: number; done_today: number }> {
  const ofBranch = sql`t.organization_id = ${organization_id} and t.branch_id = ${branch_id} and t.archived_at is null`
  const { rows } = await sql<{ open_count: number; done_today: number }>`
    select
      (select count(*)::int from tasks t where ${ofBranch} and t.status <> 'done') as open_count,
      (
        select count(*)::int from tasks t
        where ${ofBranch} and t.status = 'done' and t.rank <= task_rank(null, ${since}::timestamptz)
      ) as done_today`.execute(tx)
  return rows[0] ?? { open_count: 0, done_today: 0 }
}
