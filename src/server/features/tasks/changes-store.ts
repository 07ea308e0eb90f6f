import { sql } from 'kysely'
import { limitOf } from '../../platform/cursor'
import type { PersonRow } from '../../platform/people/person-columns'
import { personJson } from '../../platform/people/person-json'
import type { MemberContext } from '../../platform/request-context'

export interface NewChange {
  task_id: number
  field: string
  was: unknown
  became: unknown
}

/** Writes to the history of tasks, as changes of the caller. */
export async function insertChanges(ctx: MemberContext, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return
  const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
  await sql`
    insert into task_changes (organization_id, task_id, user_id, changed_at, field, was, became)
    select ${ctx.organization_id}::bigint, c.task_id, ${ctx.caller.user_id}::bigint, ${ctx.now}::timestamptz,
      c.field, c.was::jsonb, c.became::jsonb
    from unnest(
      ${changes.map(change => change.task_id)}::bigint[], ${changes.map(change => change.field)}::text[],
      ${changes.map(change => json(change.was))}::text[], ${changes.map(change => json(change.became))}::text[]
    ) as c (task_id, field, was, became)`.execute(ctx.tx)
}

export interface ChangeRow extends NewChange {
  id: number
  changed_at: string
  person: PersonRow | null
}

/** The history of a task, newest first. Does not check whether the caller may see it. */
export async function listChanges(
  { tx, organization_id }: MemberContext,
  task_id: number,
  { after, limit }: { after: { id: number } | undefined; limit: number },
): Promise<ChangeRow[]> {
  const older = after ? sql`and c.id < ${after.id}` : sql``
  const { rows } = await sql<ChangeRow>`
    select c.id, c.task_id, c.changed_at, c.field, c.was, c.became, ${personJson('u')} as person
    from task_changes c left join users u on u.id = c.user_id
    where c.organization_id = ${organization_id} and c.task_id = ${task_id} ${older}
    order by c.id desc limit ${limitOf(limit)}`.execute(tx)
  return rows
}
