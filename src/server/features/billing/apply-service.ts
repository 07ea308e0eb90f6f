import type { AppContext } from '../../platform/app-context'
import type { Fact, PaymentFact, SubscriptionFact } from '../../platform/payments/facts'
import { runAsSystem, type SystemContext } from '../../platform/run-as'
import { lockPlan, nameOf } from '../organisations/service'
import { enqueueCheck } from './check-job'
import { applyPlan } from './plan-service'
import { paymentAfter, subscriptionAfter } from './reports'
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
  const row = subscriptionAfter(stored, fact, said)
  if (!row) return
  await store.saveSubscription(ctx, row)
  if (stored?.status !== row.status || stored.plan_id !== row.plan_id)
    await ctx.audit({
      kind: 'billing.subscription',
      subject: `subscription:${row.subscription_id}`,
      details: { status: row.status, plan_id: row.plan_id, was: stored?.status ?? 'none' },
    })
  await enqueueCheck(ctx, row)
}

async function applyPayment(ctx: SystemContext, fact: Fact, said: PaymentFact): Promise<void> {
  const stored = await store.lockPayment(ctx, said.payment_id)
  const about = stored || (said.plan_id && said.interval) ? null : await whatIsPaid(ctx, said)
  const payment = paymentAfter(stored, fact, said, about)
  if (!payment) return
  const { name: tax_name = null, percent: tax_percent = null } = ctx.app.settings.INVOICE_TAX ?? {}
  const issued = { seller: ctx.app.settings.INVOICE_SELLER ?? '', buyer: await nameOf(ctx), tax_name, tax_percent }
  await store.savePayment(ctx, payment, issued)
  const { status, amount, currency, plan_id } = payment
  await ctx.audit({
    kind: 'billing.payment',
    subject: `payment:${said.payment_id}`,
    details: { status, amount, currency, plan_id },
  })
}

/** The plan of a payment whose report does not name it: that of its subscription or order. */
async function whatIsPaid(ctx: SystemContext, { subscription_id }: PaymentFact) {
  if (!subscription_id) return null
  const rows = await store.subscriptionsOf(ctx)
  return (
    rows.find(row => row.subscription_id === subscription_id) ?? (await store.findOrder(ctx, subscription_id)) ?? null
  )
}
