import { registryOf } from '../../platform/registry'
import type { SystemContext } from '../../platform/run-as'
import { setPlan } from '../organisations/service'
import { planNow } from './rules'
import { subscriptionsOf } from './store'

/**
 * Gives the organisation the plan that its subscriptions give now. If that is another one, the features make read-only
 * what it does not include, or give it back [D31].
 */
export async function applyPlan(ctx: SystemContext): Promise<void> {
  const plan_id = planNow(await subscriptionsOf(ctx), Date.parse(ctx.now))
  if (!(await setPlan(ctx, plan_id))) return
  for (const change of registryOf(ctx.app).planChanges) await change(ctx, plan_id)
  ctx.record({ kind: 'organisation.plan_changed', plan_id }, { to: 'organisation' }, null)
  await ctx.audit({ kind: 'billing.plan', subject: `organisation:${ctx.organization_id}`, details: { plan_id } })
}
