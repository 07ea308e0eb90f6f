import type { BillingInterval, PaidPlan, PaymentStatus, SubscriptionStatus } from '#shared/contract/billing/endpoints'

/**
 * What a payment provider says, as plain facts with their times [D36]. All instants are ISO and of the provider's clock;
 * amounts are in the smallest unit of the currency.
 */

export type StartedStatus = Exclude<SubscriptionStatus, 'none'>

/** A subscription as it was at an instant: the whole state, never a difference, so that facts may arrive in any order. */
export interface SubscriptionFact {
  subscription_id: string
  order_id: string | null
  plan_id: PaidPlan
  interval: BillingInterval
  status: StartedStatus
  /** False for a period that was paid once. */
  renews: boolean
  period_start: string
  period_end: string
  /** Undefined if the provider does not say; then it stays as it is until the period ends. */
  ends_at_period_end: boolean | undefined
  /** The plan that follows at the end of the period; undefined if the provider does not say which. */
  next_plan_id: PaidPlan | null | undefined
  /** Where the card is changed and what is due is paid. */
  short_url: string | null
  /** The last four digits. */
  card: string | null
}

export interface PaymentFact {
  /** The provider's id, the same for each attempt at one invoice. */
  payment_id: string
  subscription_id: string | null
  /** Null if the provider does not say; then those of the subscription are meant. */
  plan_id: PaidPlan | null
  interval: BillingInterval | null
  amount: number
  currency: string
  status: PaymentStatus
  period_start: string | null
  period_end: string | null
  receipt_url: string | null
}

/** One report of a provider. */
export interface Fact {
  /** Repeated reports have the same id. */
  event_id: string
  at: string
  organization_id: number
  subscription?: SubscriptionFact
  payment?: PaymentFact
}

const statusOrder: readonly StartedStatus[] = ['trialing', 'active', 'past_due', 'cancelled']
const paymentOrder: readonly PaymentStatus[] = ['failed', 'paid', 'refunded']

/** What decides which of two reports about a subscription is the later one. */
export interface FactOrder {
  fact_at: string
  fact_event_id: string
  status: StartedStatus
  period_end: string
}

/**
 * Whether a fact about a subscription replaces what is stored. The later one wins, and nothing leaves `cancelled`.
 * Providers count whole seconds, so of two in the same second the one wins that is further along. The rule is a total
 * order, so the outcome does not depend on the order of arrival.
 */
export function isNewer(fact: FactOrder, stored: FactOrder): boolean {
  const isEnd = Number(fact.status === 'cancelled') - Number(stored.status === 'cancelled')
  if (isEnd !== 0) return isEnd > 0
  const differences = [
    Date.parse(fact.fact_at) - Date.parse(stored.fact_at),
    statusOrder.indexOf(fact.status) - statusOrder.indexOf(stored.status),
    Date.parse(fact.period_end) - Date.parse(stored.period_end),
    fact.fact_event_id > stored.fact_event_id ? 1 : -1,
  ]
  return (differences.find(difference => difference !== 0) ?? 0) > 0
}

/** Payments go from failed over paid to refunded, and never back. */
export const isFurther = (status: PaymentStatus, stored: PaymentStatus): boolean =>
  paymentOrder.indexOf(status) > paymentOrder.indexOf(stored)
