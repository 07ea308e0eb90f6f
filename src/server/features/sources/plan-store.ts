import { sql } from 'kysely'
import { type PlanName, planLimits } from '#shared/rules/plans'
import type { Tx } from '../../platform/database/connection'
import type { PlanChange } from '../../platform/departure'
import { readersOf } from './access-store'
import { audienceFrom } from './audience'

interface InOrganisation {
  readonly tx: Tx
  readonly organization_id: number
  readonly now: string
}

/**
 * Makes cameras beyond the plan read-only, the newest ones first: nothing fetches their pictures, and those that exist
 * stay [D31]. Gives back those for which there is room again. Returns the ids of all that changed.
 */
export async function followPlan(ctx: InOrganisation, plan_id: PlanName): Promise<number[]> {
  const { tx, organization_id, now } = ctx
  const { cameras: most } = planLimits[plan_id]
  const { rows } = await sql<{ id: number }>`
    with ranked as (
      select c.id, row_number() over (order by c.id) > ${most}::int as is_over from cameras c
      where c.organization_id = ${organization_id} and c.deleted_at is null
    )
    update cameras c set
      trouble = case when coalesce(r.is_over, false) then 'plan' end,
      trouble_since = case when coalesce(r.is_over, false) then ${now}::timestamptz end
    from ranked r
    where c.organization_id = ${organization_id} and c.id = r.id
      and coalesce(r.is_over, false) <> coalesce(c.trouble = 'plan', false)
    returning c.id`.execute(tx)
  return rows.map(row => row.id)
}

/** Cameras beyond the plan become read-only, and are given back once there is room [D31]. */
export const limitCameras: PlanChange = async (ctx, plan_id) => {
  for (const camera_id of await followPlan(ctx, plan_id)) {
    const readers = await readersOf(ctx.tx, ctx.organization_id, { kind: 'camera', camera_id }, ctx.now)
    ctx.record({ kind: 'camera.changed', camera_id }, audienceFrom(readers), null)
  }
}
