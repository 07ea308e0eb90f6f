import { sql } from 'kysely'
import type { TaskOrigin, TaskSource } from '#shared/contract/tasks/task'
import type { TaskStatus } from '#shared/rules/task-status'
import type { MemberContext } from '../../platform/request-context'
import { membersWith } from '../access/member-sql'
import { seen, type TaskRow, taskColumns } from './task-sql'

/** Tasks that the caller may see, in the order of the ids; others are left out. */
export async function findTasks(ctx: MemberContext, ids: readonly number[]): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select ${taskColumns} from tasks t
    where t.organization_id = ${ctx.organization_id} and t.id = any(${ids}::bigint[]) and ${seen(ctx)}
    order by array_position(${ids}::bigint[], t.id)`.execute(ctx.tx)
  return rows
}

/** The same without a check whether the caller may see them. */
export async function anyTasks({ tx, organization_id }: MemberContext, ids: readonly number[]): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select ${taskColumns} from tasks t
    where t.organization_id = ${organization_id} and t.id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], t.id)`.execute(tx)
  return rows
}

/** Locks tasks until the call ends, always in the same order. Does not check whether the caller may see them. */
export async function lockTasks(ctx: MemberContext, ids: readonly number[]): Promise<void> {
  await sql`
    select from tasks t where t.organization_id = ${ctx.organization_id} and t.id = any(${ids}::bigint[])
    order by t.id for no key update`.execute(ctx.tx)
}

/** Of these tasks, those that the caller may see. */
export async function seenAmong(ctx: MemberContext, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select t.id from tasks t
    where t.organization_id = ${ctx.organization_id} and t.id = any(${ids}::bigint[]) and ${seen(ctx)}`.execute(ctx.tx)
  return new Set(rows.map(row => row.id))
}

export interface Seers {
  task_id: number
  /** True for a task of an open branch, which every member sees; `user_ids` is empty then. */
  everyone: boolean
  user_ids: number[]
}

/** Who may see tasks right now, by the same rule as `seen`. Nobody if the branch was deleted. */
export async function seersOf(ctx: MemberContext, ids: readonly number[]): Promise<Map<number, Seers>> {
  const { organization_id } = ctx
  const { rows } = await sql<Seers>`
    with members as materialized (select m.* from ${membersWith(organization_id, { sees_all: 'tasks.see_all' })})
    select t.id as task_id, b.is_open as everyone,
      case when b.is_open then '{}'::bigint[] else array(
        select m.user_id from members m
        where m.sees_all or b.id = any(m.branch_ids) or m.user_id = t.reporter_id or exists (
          select from task_assignees a
          where a.organization_id = ${organization_id} and a.task_id = t.id and a.user_id = m.user_id
        )
        order by m.user_id
      ) end as user_ids
    from tasks t join branches b on b.organization_id = t.organization_id and b.id = t.branch_id and b.deleted_at is null
    where t.organization_id = ${organization_id} and t.id = any(${ids}::bigint[])`.execute(ctx.tx)
  return new Map(rows.map(row => [row.task_id, row]))
}

/** Of these people, the members, and whether each may see a branch [D3]. */
export async function membersSeeing(
  { tx, organization_id }: MemberContext,
  branch_id: number,
  user_ids: readonly number[],
): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ user_id: number; sees: boolean }>`
    select m.user_id, coalesce(b.is_open or m.org_role <> 'member' or exists (
      select from branch_members bm
      where bm.organization_id = m.organization_id and bm.branch_id = b.id and bm.user_id = m.user_id
    ), false) as sees
    from memberships m left join branches b
      on b.organization_id = m.organization_id and b.id = ${branch_id} and b.deleted_at is null
    where m.organization_id = ${organization_id} and m.user_id = any(${user_ids}::bigint[])`.execute(tx)
  return new Map(rows.map(row => [row.user_id, row.sees]))
}

export async function roleExists({ tx, organization_id }: MemberContext, role_id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('roles')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', role_id)
    .executeTakeFirst()
  return found !== undefined
}

export async function countTasks({ tx, organization_id }: MemberContext): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from tasks where organization_id = ${organization_id}`.execute(tx)
  return rows[0]?.found ?? 0
}

/** The columns of a task that one statement sets, for one or many tasks. Null means no value; undefined, no change. */
export interface Columns {
  branch_id?: number
  role_id?: number | null
  title?: string
  description?: string
  excerpt?: string
  status?: TaskStatus
  priority?: TaskRow['priority']
  labels?: string[]
  estimate_minutes?: number | null
  deadline?: string | null
  fixed_start_time?: string | null
  start_after_time?: string | null
  parent_id?: number | null
  /** JSON. */
  checklist?: string
  file_ids?: string[]
  /** JSON. */
  repeat?: string | null
  archived_at?: string | null
}

export interface NewTask extends Required<Omit<Columns, 'file_ids' | 'archived_at' | 'status'>> {
  status: Exclude<TaskStatus, 'done'>
  source: TaskSource
  origin: TaskOrigin | null
  reporter_id: number | null
}

export async function insertTask({ tx, organization_id, now }: MemberContext, task: NewTask): Promise<number> {
  const { id } = await tx
    .insertInto('tasks')
    .values({
      ...task,
      organization_id,
      origin: task.origin && JSON.stringify(task.origin),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The open task with a title that a job created in a branch. */
export async function openTaskOfJob(
  { tx, organization_id }: MemberContext,
  branch_id: number,
  title: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select t.id from tasks t
    where t.organization_id = ${organization_id} and t.branch_id = ${branch_id} and t.source = 'job'
      and t.title = ${title} and t.status <> 'done' and t.archived_at is null
    order by t.id desc limit 1`.execute(tx)
  return rows[0]?.id
}

/** Sets columns of tasks. A task that becomes done remembers what it was before; one that is no longer done forgets it. */
export async function updateTasks(
  { tx, organization_id, now }: MemberContext,
  ids: readonly number[],
  columns: Columns,
): Promise<void> {
  const { status } = columns
  await tx
    .updateTable('tasks')
    .set({ ...columns, updated_at: now })
    .$if(status === 'done', query =>
      query.set({
        done_from: sql<string | null>`case when status = 'done' then done_from else status end`,
        done_at: sql<string | null>`coalesce(done_at, ${now}::timestamptz)`,
      }),
    )
    .$if(status !== undefined && status !== 'done', query => query.set({ done_from: null, done_at: null }))
    .where('organization_id', '=', organization_id)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
}

export async function setNext(
  { tx, organization_id }: MemberContext,
  task_id: number,
  next_id: number | null,
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ next_id })
    .where('organization_id', '=', organization_id)
    .where('id', '=', task_id)
    .execute()
}

/** Deletes a task that nobody changed since it was created; returns whether it did. */
export async function deleteUntouched({ tx, organization_id }: MemberContext, task_id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from tasks t
    where t.organization_id = ${organization_id} and t.id = ${task_id}
      and t.comment_count = 0 and not exists (
        select from task_changes c
        where c.organization_id = ${organization_id} and c.task_id = t.id and c.field <> 'created'
      )
    returning t.id`.execute(tx)
  return rows.length > 0
}

/** Deletes tasks without comments and files; returns their ids. */
export async function deleteUncommented({ tx, organization_id }: MemberContext, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    delete from tasks t
    where t.organization_id = ${organization_id} and t.id = any(${ids}::bigint[])
      and t.comment_count = 0 and t.file_ids = '{}'
    returning t.id`.execute(tx)
  return rows.map(row => row.id)
}

/** How many of these tasks exist. */
export async function countTasksOf({ tx, organization_id }: MemberContext, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tasks
    where organization_id = ${organization_id} and id = any(${ids}::bigint[])`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Replaces the assignees of tasks. */
export async function replaceAssignees(
  { tx, organization_id }: MemberContext,
  ids: readonly number[],
  user_ids: readonly number[],
): Promise<void> {
  await sql`
    delete from task_assignees
    where organization_id = ${organization_id} and task_id = any(${ids}::bigint[])
      and user_id <> all(${user_ids}::bigint[])`.execute(tx)
  await sql`
    insert into task_assignees (organization_id, task_id, user_id, place)
    select ${organization_id}::bigint, t.id, u.id, u.place
    from unnest(${ids}::bigint[]) t (id) cross join unnest(${user_ids}::bigint[]) with ordinality u (id, place)
    on conflict (organization_id, task_id, user_id) do update set place = excluded.place`.execute(tx)
}

/** Replaces what tasks wait for. */
export async function replaceDependencies(
  { tx, organization_id }: MemberContext,
  ids: readonly number[],
  depends_on: readonly number[],
): Promise<void> {
  await sql`
    delete from task_dependencies
    where organization_id = ${organization_id} and task_id = any(${ids}::bigint[])
      and depends_on <> all(${depends_on}::bigint[])`.execute(tx)
  await sql`
    insert into task_dependencies (organization_id, task_id, depends_on)
    select ${organization_id}::bigint, t.id, d.id
    from unnest(${ids}::bigint[]) t (id) cross join unnest(${depends_on}::bigint[]) d (id)
    on conflict do nothing`.execute(tx)
}

/** Has changes of dependencies in an organisation happen one after the other, so that two of them make no cycle. */
export async function lockDependencies({ tx, organization_id }: MemberContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('task_dependencies', ${organization_id}::bigint))`.execute(tx)
}

/** Whether one of these tasks, which have the same dependencies, waits for itself. */
export async function isInCycle({ tx, organization_id }: MemberContext, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive awaited (id) as (
      select d.depends_on from task_dependencies d
      where d.organization_id = ${organization_id} and d.task_id = any(${ids}::bigint[])
      union
      select d.depends_on from awaited w
      join task_dependencies d on d.organization_id = ${organization_id} and d.task_id = w.id
    )
    select exists (select from awaited where id = any(${ids}::bigint[])) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Whether a task is the parent of others. */
export async function hasChildren({ tx, organization_id }: MemberContext, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from tasks t where t.organization_id = ${organization_id} and t.parent_id = any(${ids}::bigint[])
    ) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** Ids of the open tasks of a person, locked until the call ends. */
export async function lockOpenTasksOf({ tx, organization_id }: MemberContext, user_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from tasks t
    where t.organization_id = ${organization_id} and t.archived_at is null and t.status <> 'done' and exists (
      select from task_assignees a
      where a.organization_id = ${organization_id} and a.task_id = t.id and a.user_id = ${user_id}
    )
    order by t.id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Replaces a person by another one on tasks, where the other one may see the branch [D3]; elsewhere the person is only
 * taken off. Returns how many tasks the other one received.
 */
export async function handTasks(
  { tx, organization_id }: MemberContext,
  ids: readonly number[],
  { from, to }: { from: number; to: number | null },
): Promise<number> {
  const { rows } = await sql`
    insert into task_assignees (organization_id, task_id, user_id, place)
    select a.organization_id, a.task_id, m.user_id, a.place
    from task_assignees a
    join tasks t on t.organization_id = a.organization_id and t.id = a.task_id
    join branches b on b.organization_id = t.organization_id and b.id = t.branch_id and b.deleted_at is null
    join memberships m on m.organization_id = a.organization_id and m.user_id = ${to}::bigint
    where a.organization_id = ${organization_id} and a.task_id = any(${ids}::bigint[]) and a.user_id = ${from}
      and (b.is_open or m.org_role <> 'member' or exists (
        select from branch_members bm
        where bm.organization_id = m.organization_id and bm.branch_id = b.id and bm.user_id = m.user_id
      ))
    on conflict do nothing returning task_id`.execute(tx)
  await sql`
    delete from task_assignees
    where organization_id = ${organization_id} and task_id = any(${ids}::bigint[]) and user_id = ${from}`.execute(tx)
  return rows.length
}
