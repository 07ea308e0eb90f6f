import { z } from 'zod'

/** The plans of an organisation, from the smallest to the largest [D31]. */
export const PlanName = z.enum(['free', 'team', 'business'])
export type PlanName = z.infer<typeof PlanName>

/** What a plan limits: people, cameras, active jobs, and the days that pictures are kept. */
export const PlanLimit = z.enum(['members', 'cameras', 'active_jobs', 'frame_days'])
export type PlanLimit = z.infer<typeof PlanLimit>

/** The limits of a plan; null where there is none [D31]. */
export const PlanLimits = z.record(PlanLimit, z.int().nullable())
export type PlanLimits = z.infer<typeof PlanLimits>

export const planLimits: Readonly<Record<PlanName, PlanLimits>> = {
  free: { members: 5, cameras: 2, active_jobs: 3, frame_days: 7 },
  team: { members: 50, cameras: 20, active_jobs: 50, frame_days: 30 },
  business: { members: null, cameras: null, active_jobs: null, frame_days: null },
}

export const rankOfPlan = (plan: PlanName): number => PlanName.options.indexOf(plan)

/** Whether a plan allows this many. */
export function allows(plan: PlanName, limit: PlanLimit, count: number): boolean {
  const most = planLimits[plan][limit]
  return most === null || count <= most
}

/** A number, or what the plan allows of it. */
export const withinPlan = (plan: PlanName, limit: PlanLimit, count: number): number =>
  Math.min(count, planLimits[plan][limit] ?? count)

/** The smallest plan that allows this many. */
export const planFor = (limit: PlanLimit, count: number): PlanName =>
  PlanName.options.find(plan => allows(plan, limit, count)) ?? 'business'
