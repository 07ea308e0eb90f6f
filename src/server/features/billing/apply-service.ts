import type { AppContext } from '../../platform/app-context'
import { type Fact, isFurther, isNewer, type PaymentFact, type SubscriptionFact } from '../../platform/payments/facts'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { lockPlan } from '../organisations/service'
import { enqueueCheck } from './check-job'
import { applyPlan } from './plan-service'
import * as store from './store'

/**
 * Applies what the provider reported [D36]: once for each report, whatever the order and however often. Money moves
 * state here and nowhere else.
 */
export async function applyFacts(app: AppContext, facts: readonly Fact[]): Promise<void> {
  for (const fact of facts) {
    await runAsSystem(app, fact.organization_id, async ctx => {
      if (!(await lockPlan(ctx))) return
      if (!(await store.recordEvent(ctx, fact.event_id))) return
      if (fact.subscription) await applySubscription(ctx, fact, fact.subscription)
      if (fact.payment) await applyPayment(ctx, fact, fact.payment)
      await applyPlan(ctx)
    })
  }
}

async function applySubscription(ctx: SystemContext, fact: Fact, said: SubscriptionFact): Promise<void> {
  const stored = (await store.lockSubscriptions(ctx)).find(row => row.subscription_id === said.subscription_id)
  const order = { fact_at: fact.at, fact_event_id: fact.event_id, status: said.status, period_end: said.period_end }
  if (stored && !isNewer(order, stored)) {
    // Its grace began with the first report of the failed payment, even if that arrives after a later one.
    const isEarlier = stored.past_due_since !== null && fact.at < stored.past_due_since
    if (said.status === 'past_due' && said.period_end === stored.period_end && isEarlier)
      await store.saveSubscription(ctx, { ...stored, past_due_since: fact.at })
    return
  }
  const row: store.SubscriptionRow = {
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
  await store.saveSubscription(ctx, row)
  if (stored?.status !== row.status || stored.plan_id !== row.plan_id)
    await ctx.audit({
      kind: 'billing.subscription',
      subject: `subscription:${row.subscription_id}`,
      details: { status: row.status, plan_id: row.plan_id, was: stored?.status ?? 'none' },
    })
  await enqueueCheck(ctx, row)
}

/** Since when a payment is due, and what follows at the end of the period. */
function courseOf(fact: Fact, said: SubscriptionFact, stored: store.SubscriptionRow | undefined) {
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
function whatFollows(said: SubscriptionFact, stored: store.SubscriptionRow | undefined) {
  const known = stored?.period_end === said.period_end ? stored : undefined
  const next_plan_id = said.next_plan_id === undefined ? (known?.next_plan_id ?? null) : said.next_plan_id
  return {
    ends_at_period_end: said.ends_at_period_end ?? known?.ends_at_period_end ?? false,
    next_plan_id: next_plan_id === said.plan_id ? null : next_plan_id,
  }
}

const earliest = (one: string | null, other: string) => (one !== null && one < other ? one : other)

async function applyPayment(ctx: SystemContext, fact: Fact, said: PaymentFact): Promise<void> {
  const stored = await store.lockPayment(ctx, said.payment_id)
  if (stored && !isFurther(said.status, stored.status)) return
  const { payment_id, plan_id, interval, ...rest } = said
  const about = stored ?? (await whatIsPaid(ctx, said))
  if (!about) return
  await store.savePayment(ctx, {
    ...rest,
    plan_id: plan_id ?? about.plan_id,
    billing_interval: interval ?? about.billing_interval,
    // A refund is reported without them.
    period_start: said.period_start ?? stored?.period_start ?? null,
    period_end: said.period_end ?? stored?.period_end ?? null,
    receipt_url: said.receipt_url ?? stored?.receipt_url ?? null,
    provider_payment_id: payment_id,
    at: fact.at,
  })
  await ctx.audit({
    kind: 'billing.payment',
    subject: `payment:${payment_id}`,
    details: { status: said.status, amount: said.amount, currency: said.currency, plan_id: plan_id ?? about.plan_id },
  })
}

/** The plan of a payment: as reported, or that of its subscription or order. */
async function whatIsPaid(ctx: SystemContext, { plan_id, interval, subscription_id }: PaymentFact) {
  if (plan_id && interval) return { plan_id, billing_interval: interval }
  if (!subscription_id) return null
  const rows = await store.subscriptionsOf(ctx)
  const known =
    rows.find(row => row.subscription_id === subscription_id) ?? (await store.findOrder(ctx, subscription_id))
  return known ? { plan_id: known.plan_id, billing_interval: known.billing_interval } : null
}
