import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../../platform/app-context'
import { type NewOrder, type PaymentProvider, ProviderFailed } from '../../../platform/payments/provider'
import { runAsSystem } from '../../../platform/run-as'
import { sameText } from '../../../platform/secrets'
import { report, signatureOf } from './report'
import { pageOf, step } from './service'
import * as store from './store'

/** The provider for trying out plans: pages on this server, and test cards instead of money [D36]. */
export function sandboxProvider(app: AppContext): PaymentProvider {
  const order = async ({ organization_id, starts_at, is_trial, ...order }: NewOrder, renews: boolean) => {
    const subscription_id = `sub_${organization_id}_${randomBytes(16).toString('base64url')}`
    await runAsSystem(app, organization_id, async ctx => {
      await store.insert(ctx, {
        subscription_id,
        plan_id: order.plan_id,
        billing_interval: order.interval,
        renews,
        has_trial: is_trial,
        amount: order.amount,
        currency: order.currency,
        status: 'created',
        card: null,
        fails_later: false,
        period_start: starts_at,
        period_end: null,
        ends_at_period_end: false,
        next_plan_id: null,
        next_amount: null,
        revision: 0,
      })
    })
    return { order_id: subscription_id, subscription_id, short_url: pageOf(app, subscription_id) }
  }
  return {
    name: 'sandbox',
    key_id: null,
    resumesByNewOrder: false,
    subscribe: wanted => order(wanted, true),
    orderOnce: wanted => order(wanted, false),
    noteOrder: async () => {},
    async change({ subscription_id }, change) {
      const changed = await step(app, subscription_id, row => {
        if (row.status === 'created' || row.status === 'cancelled') return null
        if (change.kind === 'resume')
          return { row: { ...row, ends_at_period_end: false, next_plan_id: null, next_amount: null }, payment: null }
        if (change.kind === 'cancel')
          return {
            row: change.at_once ? { ...row, status: 'cancelled' } : { ...row, ends_at_period_end: true },
            payment: null,
          }
        const { plan_id, amount } = change
        if (change.kind === 'downgrade')
          return { row: { ...row, next_plan_id: plan_id, next_amount: amount }, payment: null }
        const difference = Math.max(0, amount - row.amount)
        const upgraded = { ...row, plan_id, amount, next_plan_id: null, next_amount: null, ends_at_period_end: false }
        return { row: upgraded, payment: row.status === 'trialing' ? null : { amount: difference, status: 'paid' } }
      })
      if (!changed) throw new ProviderFailed('There is no such subscription at the sandbox.')
    },
    isSigned: ({ order_id, payment_id, signature }) =>
      sameText(signature, signatureOf(app, `${order_id}|${payment_id}`)),
    factsOf: webhook => report.verified(app, webhook),
  }
}
