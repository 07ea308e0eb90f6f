import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { BillingInterval } from '#shared/contract/billing/endpoints'
import { day, second } from '#shared/limits'
import type { AppContext } from '../../../platform/app-context'
import {
  type ChangedSubscription,
  PaymentDeclined,
  type PaymentProvider,
  ProviderFailed,
  type SubscriptionChange,
} from '../../../platform/payments/provider'
import { ProviderRefused } from '../../../platform/payments/provider-api'
import { sameText } from '../../../platform/secrets'
import { type RazorpayApi, razorpayApi } from './api'
import { Order, OrderNotes, Subscription } from './objects'
import { factsOf, signatureOf, verify } from './webhook'

const MadeSubscription = z.object({ id: z.string(), short_url: z.string() })

/** Subscriptions have a number of charges there; these are thirty years. */
const charges: Readonly<Record<BillingInterval, number>> = { monthly: 360, yearly: 30 }

/** Subscriptions by Razorpay, paid on its hosted page; and orders, paid by its checkout in the client [D36]. */
export function razorpayProvider(app: AppContext): PaymentProvider {
  const { settings, clock } = app
  const api = razorpayApi(app)
  const key_secret = settings.RAZORPAY_KEY_SECRET ?? ''
  return {
    name: 'razorpay',
    key_id: settings.RAZORPAY_KEY_ID ?? null,
    resumesByNewOrder: true,
    async subscribe(wanted) {
      const start = wanted.starts_at === null ? null : Date.parse(wanted.starts_at)
      const begins = wanted.is_trial ? 'trial' : start === null ? 'now' : 'after'
      const body = {
        plan_id: await api.planFor(wanted),
        total_count: charges[wanted.interval],
        quantity: 1,
        customer_notify: true,
        expire_by: Math.floor(Math.min(clock.now() + day, start ?? Number.POSITIVE_INFINITY) / second),
        ...(start !== null && { start_at: Math.floor(start / second) }),
        ...(wanted.email !== null && { notify_info: { notify_email: wanted.email } }),
        notes: { organization_id: String(wanted.organization_id), begins },
      }
      // One that is made twice is paid once, and the other one expires.
      const made = await api.send('POST', '/v1/subscriptions', body, MadeSubscription, { isRepeatable: true })
      return { order_id: made.id, subscription_id: made.id, short_url: made.short_url }
    },
    async orderOnce({ organization_id, plan_id, interval, amount, currency }) {
      const body = {
        amount,
        currency,
        receipt: `${organization_id}-${randomBytes(12).toString('hex')}`,
        notes: { organization_id: String(organization_id), plan_id, interval },
      }
      const { id } = await api.send('POST', '/v1/orders', body, Order, { isRepeatable: true })
      return { order_id: id, subscription_id: null, short_url: null }
    },
    async noteOrder(organization_id, order_id, reference) {
      const path = `/v1/orders/${encodeURIComponent(order_id)}`
      const { notes } = await api.get(path, Order)
      if (OrderNotes.safeParse(notes).data?.organization_id !== organization_id)
        throw new ProviderFailed('The order at Razorpay is not one of this organisation.')
      await api.send('PATCH', path, { notes: { ...notes, reference } }, Order, { isRepeatable: true })
    },
    async change(subscription, change) {
      await changeAt(api, subscription, change, settings.PLAN_PRICES.currency).catch(error => {
        if (error instanceof ProviderRefused && error.kind === 'payment_failed')
          throw new PaymentDeclined(error.message)
        throw error
      })
    },
    isSigned: ({ order_id, subscription_id, payment_id, signature }) =>
      sameText(
        signature,
        signatureOf(key_secret, subscription_id ? `${payment_id}|${subscription_id}` : `${order_id}|${payment_id}`),
      ),
    async factsOf(webhook) {
      verify(webhook, settings.RAZORPAY_WEBHOOK_SECRET ?? '')
      return factsOf(api, webhook)
    },
  }
}

const ended = new Set(['cancelled', 'completed', 'expired'])

async function changeAt(
  api: RazorpayApi,
  { subscription_id }: ChangedSubscription,
  change: SubscriptionChange,
  currency: string,
): Promise<void> {
  const path = `/v1/subscriptions/${encodeURIComponent(subscription_id)}`
  const subscription = await api.get(path, Subscription)
  if (change.kind === 'cancel' && ended.has(subscription.status)) return
  // A change at the end of the period is replaced by every later one.
  if (subscription.has_scheduled_changes)
    await api.send('POST', `${path}/cancel_scheduled_changes`, {}, Subscription, { isRepeatable: false })
  if (change.kind === 'resume') return
  if (change.kind === 'cancel') {
    // Before the first charge there is no period at whose end it could be cancelled.
    const atEnd = !change.at_once && typeof subscription.current_end === 'number'
    const body = { cancel_at_cycle_end: atEnd ? 1 : 0 }
    await api.send('POST', `${path}/cancel`, body, Subscription, { isRepeatable: false })
    return
  }
  const body = {
    plan_id: await api.planFor({ ...change, currency }),
    quantity: 1,
    schedule_change_at: change.kind === 'upgrade' ? 'now' : 'cycle_end',
    customer_notify: true,
  }
  await api.send('PATCH', path, body, Subscription, { isRepeatable: false })
}
