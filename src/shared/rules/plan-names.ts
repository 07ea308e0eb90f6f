import type { PlanName } from './plans'

/** The names of the plans, in every language. */
export const planNames: Readonly<Record<PlanName, string>> = { free: 'Free', team: 'Team', business: 'Business' }
