import type { BillingInterval, PaidPlan, Plan } from '#shared/contract/billing/endpoints'
import { PlanName, planLimits } from '#shared/rules/plans'
import type { AppContext } from '../../platform/app-context'

/** The amount of one period of a plan, in the smallest unit of the currency. */
export function priceOf(
  { settings: { PLAN_PRICES: prices } }: Pick<AppContext, 'settings'>,
  plan_id: PaidPlan,
  interval: BillingInterval,
): { amount: number; currency: string } {
  return { amount: prices[plan_id][interval], currency: prices.currency }
}

export function plansOf(app: Pick<AppContext, 'settings'>): Plan[] {
  const { currency } = app.settings.PLAN_PRICES
  return PlanName.options.map(plan_id => ({
    plan_id,
    prices: plan_id === 'free' ? { monthly: 0, yearly: 0 } : app.settings.PLAN_PRICES[plan_id],
    currency,
    limits: planLimits[plan_id],
    is_premium: plan_id !== 'free',
  }))
}
