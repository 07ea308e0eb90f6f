import {
  type Fact,
  type FactOrder,
  isFurther,
  isNewer,
  type PaymentFact,
  type SubscriptionFact,
} from '../../platform/payments/facts'
import type { KnownPayment, PaymentRow, StoredPayment, SubscriptionRow } from './store'

/** What a report of the provider makes of what is stored [D36], without a database. Null if it changes nothing. */

type At = Pick<Fact, 'at' | 'event_id'>

export function subscriptionAfter(
  stored: SubscriptionRow | undefined,
  fact: At,
  said: SubscriptionFact,
): SubscriptionRow | null {
  const order: FactOrder = {
    fact_at: fact.at,
    fact_event_id: fact.event_id,
    status: said.status,
    period_end: said.period_end,
  }
  if (stored && !isNewer(order, stored)) {
    // Its grace began with the first report of the failed payment, even if that arrives after a later one.
    const isEarlier = stored.past_due_since !== null && fact.at < stored.past_due_since
    const isSameFailure = said.status === 'past_due' && said.period_end === stored.period_end
    return isSameFailure && isEarlier ? { ...stored, past_due_since: fact.at } : null
  }
  return {
    ...order,
    subscription_id: said.subscription_id,
    order_id: said.order_id ?? stored?.order_id ?? null,
    plan_id: said.plan_id,
    billing_interval: said.interval,
    renews: said.renews,
    period_start: said.period_start,
    card: said.card ?? stored?.card ?? null,
    short_url: said.short_url ?? stored?.short_url ?? null,
    ...courseOf(fact, said, stored),
  }
}

/** Since when a payment is due, and what follows at the end of the period. */
function courseOf(fact: At, said: SubscriptionFact, stored: SubscriptionRow | undefined) {
  const isSamePeriod = stored?.status === 'past_due' && stored.period_end === said.period_end
  const past_due_since =
    said.status !== 'past_due' ? null : isSamePeriod ? earliest(stored.past_due_since, fact.at) : fact.at
  const reminders_sent = isSamePeriod && said.status === 'past_due' ? stored.reminders_sent : 0
  // A change that was made here is newer than a report from before it.
  if (stored && fact.at < stored.change_at) {
    const { ends_at_period_end, next_plan_id, change_at } = stored
    return { past_due_since, reminders_sent, ends_at_period_end, next_plan_id, change_at }
  }
  return { past_due_since, reminders_sent, ...whatFollows(said, stored), change_at: fact.at }
}

/** What happens at the end of the period. A provider that does not say it leaves what was known about that period. */
function whatFollows(said: SubscriptionFact, stored: SubscriptionRow | undefined) {
  const known = stored?.period_end === said.period_end ? stored : undefined
  const next_plan_id = said.next_plan_id === undefined ? (known?.next_plan_id ?? null) : said.next_plan_id
  return {
    ends_at_period_end: said.ends_at_period_end ?? known?.ends_at_period_end ?? false,
    next_plan_id: next_plan_id === said.plan_id ? null : next_plan_id,
  }
}

const earliest = (one: string | null, other: string) => (one !== null && one < other ? one : other)

/** `about` is the plan of the payment if the report does not name it; without any of the two it is not known what was paid. */
export function paymentAfter(
  stored: KnownPayment | StoredPayment | undefined,
  fact: At,
  said: PaymentFact,
  about: Pick<PaymentRow, 'plan_id' | 'billing_interval'> | null,
): KnownPayment | null {
  if (stored && !isFurther(said.status, stored.status)) return null
  const { payment_id, plan_id, interval, ...rest } = said
  const paidPlan = plan_id ?? stored?.plan_id ?? about?.plan_id
  const billing_interval = interval ?? stored?.billing_interval ?? about?.billing_interval
  if (!paidPlan || !billing_interval) return null
  return {
    ...rest,
    plan_id: paidPlan,
    billing_interval,
    // A refund is reported without them.
    period_start: said.period_start ?? stored?.period_start ?? null,
    period_end: said.period_end ?? stored?.period_end ?? null,
    receipt_url: said.receipt_url ?? stored?.receipt_url ?? null,
    provider_payment_id: payment_id,
    at: fact.at,
  }
}
