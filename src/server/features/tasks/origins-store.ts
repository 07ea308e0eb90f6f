import { sql } from 'kysely'
import type { MadeItem } from '#shared/contract/tasks/origins'
import { type OriginRef, originRef, type TaskOrigin } from '#shared/contract/tasks/task'
import type { MemberContext } from '../../platform/request-context'
import { type CardRow, cardColumns, seen } from './task-sql'

/** Tasks that came from these origins and that the caller may see, the oldest first. */
export async function tasksFrom(ctx: MemberContext, origins: readonly string[], limit: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns} from tasks t
    where t.organization_id = ${ctx.organization_id} and t.origin_ref = any(${origins}::text[]) and ${seen(ctx)}
    order by t.id limit ${limit}`.execute(ctx.tx)
  return rows
}

/** The action items of texts for which there are tasks; the id only of those that the caller may see. */
export async function madeItems(
  ctx: MemberContext,
  refs: readonly OriginRef[],
): Promise<(MadeItem & { ref: OriginRef })[]> {
  const { rows } = await sql<MadeItem & { ref: OriginRef }>`
    select t.origin_ref as ref, t.origin ->> 'item' as item, case when ${seen(ctx)} then t.id end as task_id
    from tasks t
    where t.organization_id = ${ctx.organization_id} and t.origin_ref = any(${refs}::text[])
      and t.origin ->> 'item' is not null
    order by t.id`.execute(ctx.tx)
  return rows
}

/** Has tasks of one text made one call after the other, so that an action item gets one task. */
export async function lockItems({ tx, organization_id }: MemberContext, ref: OriginRef): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`task_items ${ref}`}, ${organization_id}::bigint))`.execute(
    tx,
  )
}

/** Whether there is a task for an action item, seen by the caller or not. */
export async function isMade(
  { tx, organization_id }: MemberContext,
  origin: TaskOrigin & { item: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from tasks t
    where t.organization_id = ${organization_id} and t.origin_ref = ${originRef(origin)}
      and md5(t.origin ->> 'item') = md5(${origin.item}::text)`.execute(tx)
  return rows.length > 0
}
