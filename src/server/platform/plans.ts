import type { PlanNeeded } from '#shared/contract/error-data'
import { type ApiError, apiError } from '#shared/errors'
import { planNames } from '#shared/rules/plan-names'
import { allows, type PlanLimit, type PlanName, planFor, planLimits } from '#shared/rules/plans'
import type { Settings } from '../settings'

/** The plans of the server: which one is in force, and the refusal of what it does not include [D17, D31]. */

/** The plan in force. A server without billing has no limits. */
export const planInForce = ({ BILLING }: Pick<Settings, 'BILLING'>, stored: PlanName): PlanName =>
  BILLING === 'off' ? 'business' : stored

const sentences: Readonly<Record<PlanLimit, (most: number) => string>> = {
  members: most => `Your plan includes ${most} people.`,
  cameras: most => `Your plan includes ${most} cameras.`,
  active_jobs: most => `Your plan includes ${most} active jobs.`,
  frame_days: most => `Your plan keeps pictures for ${most} days.`,
}

/** The refusal of something that only larger plans have at all. */
export function premiumRequired(): ApiError {
  const data: PlanNeeded = { plan_id: 'team', limit: null, most: null }
  return apiError('plan.required', { message: `Your plan does not include this. ${planNames.team} does.`, data })
}

/** The refusal of more than a plan allows, which names the smallest plan that does. */
export function limitReached(plan: PlanName, limit: PlanLimit, wanted: number): ApiError {
  const most = planLimits[plan][limit] ?? 0
  const plan_id = planFor(limit, wanted)
  const data: PlanNeeded = { plan_id, limit, most }
  return apiError('plan.required', { message: `${sentences[limit](most)} ${planNames[plan_id]} includes more.`, data })
}

/** Refuses with `plan.required` if the plan does not allow `wanted` of something. */
export function requireWithin(plan: PlanName, limit: PlanLimit, wanted: number): void {
  if (!allows(plan, limit, wanted)) throw limitReached(plan, limit, wanted)
}
