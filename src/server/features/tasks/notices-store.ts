import { sql } from 'kysely'
import type { SystemContext } from '../../platform/run-as'

/** What notifications need to know of tasks. None of these checks who may see a task. */
type Context = Pick<SystemContext, 'tx' | 'organization_id'>

export interface MentionNotice {
  task_id: number
  title: string
  author_id: number | null
  mentions: number[]
}

/** The people that a comment mentions; undefined if it was deleted. */
export async function commentNotice(
  { tx, organization_id }: Context,
  comment_id: number,
): Promise<MentionNotice | undefined> {
  const { rows } = await sql<MentionNotice>`
    select c.task_id, t.title, c.author_id, c.mentions from task_comments c
    join tasks t on t.organization_id = c.organization_id and t.id = c.task_id
    where c.organization_id = ${organization_id} and c.id = ${comment_id}`.execute(tx)
  return rows[0]
}

/** The people to whom a task was given in the call of that instant and person, as its history says. */
export async function givenTo(
  { tx, organization_id }: Context,
  task_id: number,
  { at, by }: { at: string; by: number | null },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct a.user_id from task_changes c
    join task_assignees a on a.organization_id = c.organization_id and a.task_id = c.task_id
    where c.organization_id = ${organization_id} and c.task_id = ${task_id} and c.changed_at = ${at}::timestamptz
      and c.user_id is not distinct from ${by}::bigint
      and (c.field = 'created' or (c.field = 'assignees' and not coalesce(c.was @> to_jsonb(a.user_id), false)))
    order by a.user_id`.execute(tx)
  return rows.map(row => row.user_id)
}

export interface DeadlineNotice {
  title: string
  deadline: string | null
  assignees: number[]
}

/** An open task with its deadline; undefined if it is done, archived or deleted. */
export async function openTask({ tx, organization_id }: Context, task_id: number): Promise<DeadlineNotice | undefined> {
  const { rows } = await sql<DeadlineNotice>`
    select t.title, t.deadline, array(
      select a.user_id from task_assignees a
      where a.organization_id = t.organization_id and a.task_id = t.id order by a.place, a.user_id
    ) as assignees
    from tasks t
    join branches b on b.organization_id = t.organization_id and b.id = t.branch_id and b.deleted_at is null
    where t.organization_id = ${organization_id} and t.id = ${task_id}
      and t.status <> 'done' and t.archived_at is null`.execute(tx)
  return rows[0]
}
