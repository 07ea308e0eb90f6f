import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { BillingInterval, PaidPlan } from '#shared/contract/billing/endpoints'
import { day, second } from '#shared/limits'
import { planNames } from '#shared/rules/plan-names'
import type { AppContext } from '../../../platform/app-context'
import {
  type ChangedSubscription,
  type NewOrder,
  PaymentDeclined,
  type PaymentProvider,
  type SubscriptionChange,
} from '../../../platform/payments/provider'
import { ProviderRefused } from '../../../platform/payments/provider-api'
import { type StripeApi, stripeApi } from './api'
import { Subscription } from './objects'
import { factsOf, readEvent, verify } from './webhook'

const Made = z.object({ id: z.string(), url: z.string().nullable() })
const WithId = z.object({ id: z.string() })
const Prices = z.object({ data: z.array(WithId) })
const Schedule = z.object({
  id: z.string(),
  current_phase: z.object({ start_date: z.int(), end_date: z.int() }),
  phases: z.array(z.object({ trial_end: z.int().nullish() })),
})

/** The page does not begin a trial that ends sooner than this. */
const shortestTrial = 2 * day

type Priced = Pick<NewOrder, 'plan_id' | 'interval' | 'amount' | 'currency'>

/** Subscriptions by Stripe, paid on its hosted page [D36]. */
export function stripeProvider(app: AppContext): PaymentProvider {
  const { settings, clock } = app
  const api = stripeApi(app)
  const back = () => `${app.publicUrl()}/#/plans`

  /** What the two kinds of orders have in common. Our own id names the order in every report about it. */
  async function order(mode: 'subscription' | 'payment', wanted: NewOrder, rest: Parameters<StripeApi['post']>[1]) {
    const order_id = `order_${wanted.organization_id}_${randomBytes(12).toString('base64url')}`
    const { organization_id, plan_id, interval } = wanted
    const begins = wanted.is_trial ? 'trial' : wanted.starts_at === null ? 'now' : 'after'
    const metadata = { organization_id, order_id, plan_id, interval, begins }
    const about = mode === 'subscription' ? { ...startOf(wanted.starts_at, clock.now()), metadata } : { metadata }
    const made = await api.post(
      '/v1/checkout/sessions',
      {
        mode,
        client_reference_id: order_id,
        customer_email: wanted.email,
        success_url: back(),
        cancel_url: back(),
        metadata,
        [mode === 'subscription' ? 'subscription_data' : 'payment_intent_data']: about,
        ...rest,
      },
      Made,
      order_id,
    )
    return { order_id, subscription_id: null, short_url: made.url }
  }

  return {
    name: 'stripe',
    key_id: null,
    resumesByNewOrder: false,
    async subscribe(wanted) {
      const price = await priceOf(api, wanted)
      return order('subscription', wanted, { line_items: [{ price, quantity: 1 }] })
    },
    orderOnce: wanted =>
      order('payment', wanted, {
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: wanted.currency.toLowerCase(),
              unit_amount: wanted.amount,
              product_data: { name: productName(wanted.plan_id) },
            },
          },
        ],
      }),
    // The buyer's note is printed on the invoice of this server; Stripe's page has no place for it.
    noteOrder: async () => {},
    async change(subscription, change) {
      const { currency } = settings.PLAN_PRICES
      await changeAt(api, subscription, change, currency).catch(error => {
        if (error instanceof ProviderRefused && error.status === 402) throw new PaymentDeclined(error.message)
        throw error
      })
    },
    // Its page returns nothing that could be checked.
    isSigned: () => false,
    async factsOf(webhook) {
      verify(webhook, settings.STRIPE_WEBHOOK_SECRET ?? '')
      return factsOf(api, readEvent(webhook.raw))
    },
  }
}

const productName = (plan_id: PaidPlan) => `Wheelhouse ${planNames[plan_id]}`

/** A first payment that is not due at once: after a trial or, if that is too near for one, at a fixed date. */
function startOf(starts_at: string | null, now: number) {
  if (starts_at === null) return {}
  const at = Math.floor(Date.parse(starts_at) / second)
  if (at * second - now >= shortestTrial) return { trial_end: at }
  return { billing_cycle_anchor: at, proration_behavior: 'none' }
}

const periods: Readonly<Record<BillingInterval, string>> = { monthly: 'month', yearly: 'year' }

/** The price at Stripe with what a plan costs here. It is made when it is first needed, and again after a new price. */
async function priceOf(api: StripeApi, { plan_id, interval, amount, currency }: Priced): Promise<string> {
  const lookup_key = ['wheelhouse', plan_id, interval, amount, currency].join('_').toLowerCase()
  const found = await api.get(`/v1/prices?active=true&limit=1&lookup_keys[]=${lookup_key}`, Prices)
  if (found.data[0]) return found.data[0].id
  const made = await api.post(
    '/v1/prices',
    {
      lookup_key,
      currency: currency.toLowerCase(),
      unit_amount: amount,
      recurring: { interval: periods[interval] },
      product_data: { name: productName(plan_id) },
    },
    WithId,
    lookup_key,
  )
  return made.id
}

async function changeAt(
  api: StripeApi,
  { subscription_id, plan_id }: ChangedSubscription,
  change: SubscriptionChange,
  currency: string,
): Promise<void> {
  const path = `/v1/subscriptions/${subscription_id}`
  const subscription = await api.get(path, Subscription)
  if (subscription.status === 'canceled' && change.kind === 'cancel') return
  // A change at the end of the period is replaced by every later one.
  if (subscription.schedule) await api.post(`/v1/subscription_schedules/${subscription.schedule}/release`, {}, WithId)
  if (change.kind === 'cancel' && change.at_once) await api.delete(path, WithId)
  else if (change.kind === 'cancel') await api.post(path, { cancel_at_period_end: true }, WithId)
  else if (change.kind === 'resume') await api.post(path, { cancel_at_period_end: false }, WithId)
  else {
    const price = await priceOf(api, { ...change, currency })
    const [item] = subscription.items.data
    if (change.kind === 'downgrade') return schedule(api, subscription, { plan_id, next: change.plan_id, price })
    await api.post(
      path,
      {
        items: [{ id: item?.id, price }],
        metadata: { plan_id: change.plan_id },
        cancel_at_period_end: false,
        proration_behavior: 'always_invoice',
        // A declined card leaves the plan as it is, instead of a larger plan that is not paid.
        payment_behavior: 'error_if_incomplete',
      },
      WithId,
    )
  }
}

/** Lets a smaller plan follow at the end of the period. */
async function schedule(
  api: StripeApi,
  subscription: Subscription,
  { plan_id, next, price }: { plan_id: PaidPlan; next: PaidPlan; price: string },
): Promise<void> {
  const made = await api.post('/v1/subscription_schedules', { from_subscription: subscription.id }, Schedule)
  const { start_date, end_date } = made.current_phase
  await api.post(
    `/v1/subscription_schedules/${made.id}`,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: subscription.items.data[0]?.price.id, quantity: 1 }],
          start_date,
          end_date,
          trial_end: made.phases[0]?.trial_end,
          metadata: { plan_id },
        },
        { items: [{ price, quantity: 1 }], iterations: 1, metadata: { plan_id: next } },
      ],
    },
    WithId,
  )
}
