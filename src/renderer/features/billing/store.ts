import {
  cancelSubscription,
  downgradeSubscription,
  listPayments,
  listPlans,
  type PaidPlan,
  type Payment,
  type Plan,
  type PlanUse,
  readPlanUse,
  readSubscription,
  resumeSubscription,
  type Subscription,
  subscribe,
  upgradeSubscription,
} from '#shared/contract/billing/endpoints'
import type { Input } from '#shared/contract/endpoint'
import { call, type Outcome } from '../../platform/api'
import type { Failure } from '../../platform/failure'
import { createSlice } from '../../platform/store'

interface State {
  plans: Plan[] | null
  subscription: Subscription | null
  payments: Payment[]
  /** How much of the limits of the plan is used. */
  use: PlanUse | null
  failure: Failure | null
  /** The plan that was chosen and waits for its payment, on this device; cleared once a period has begun [4.13a]. */
  onboardingPlan: PaidPlan | null
}

const initial: State = {
  plans: null,
  subscription: null,
  payments: [],
  use: null,
  failure: null,
  onboardingPlan: null,
}

/** The plans, and the subscription of the chosen workspace. */
export const usePlans = createSlice(
  'plans',
  initial,
  (set, _get, writer) => {
    async function changed(work: Promise<Outcome<Subscription>>): Promise<Outcome<Subscription>> {
      const write = writer()
      const outcome = await work
      if (outcome.ok) write(state => keep(state, outcome.data))
      return outcome
    }
    return {
      async load(): Promise<void> {
        const write = writer()
        set({ failure: null })
        const plans = await call(listPlans, {})
        if (!plans.ok) return write({ failure: plans })
        if (plans.data.length === 0) return write({ plans: [] })
        const [subscription, payments] = await Promise.all([call(readSubscription, {}), call(listPayments, {})])
        if (!subscription.ok) return write({ failure: subscription })
        write(state => {
          state.plans = plans.data
          state.payments = payments.ok ? payments.data : state.payments
          keep(state, subscription.data)
        })
      },
      async loadUse(): Promise<void> {
        const write = writer()
        const use = await call(readPlanUse, {})
        if (use.ok) write({ use: use.data })
      },
      async order(wanted: Input<typeof subscribe>): Promise<Outcome<Subscription>> {
        set({ onboardingPlan: wanted.plan_id })
        return changed(call(subscribe, wanted))
      },
      upgrade: (plan_id: PaidPlan) => changed(call(upgradeSubscription, { plan_id })),
      downgrade: (plan_id: PaidPlan) => changed(call(downgradeSubscription, { plan_id })),
      cancel: () => changed(call(cancelSubscription, {})),
      resume: () => changed(call(resumeSubscription, {})),
    }
  },
  { scope: 'organisation', persist: ['onboardingPlan'] },
)

function keep(state: State, subscription: Subscription): void {
  state.subscription = subscription
  if (subscription.billing_period_start !== null) state.onboardingPlan = null
}
