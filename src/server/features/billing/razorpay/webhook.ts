import { createHash, createHmac } from 'node:crypto'
import { second } from '#shared/limits'
import type { Fact, PaymentFact, StartedStatus } from '../../../platform/payments/facts'
import { type Webhook, WrongSignature } from '../../../platform/payments/provider'
import { sameText } from '../../../platform/secrets'
import { periodAfter } from '../periods'
import type { RazorpayApi } from './api'
import {
  Event,
  Invoice,
  Invoices,
  Order,
  OrderNotes,
  type Payment,
  type PlanNotes,
  Subscription,
  SubscriptionNotes,
} from './objects'

export const signatureOf = (secret: string, text: string | Buffer): string =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Throws {@link WrongSignature} unless the signature in the header is that of the body. */
export function verify({ raw, header }: Webhook, secret: string): void {
  if (!sameText(header('x-razorpay-signature') ?? '', signatureOf(secret, raw))) throw new WrongSignature()
}

const iso = (seconds: number) => new Date(seconds * second).toISOString()

type Said = Pick<Fact, 'subscription' | 'payment'> & { organization_id: number }

/** The facts of a report whose signature is right; none if it is about something that this server did not make. */
export async function factsOf(api: RazorpayApi, { raw, header }: Webhook): Promise<Fact[]> {
  const event = Event.parse(JSON.parse(raw.toString()))
  const said = await whatIsSaid(api, event)
  // Every delivery of a report has the same id; a report without one is recognised by its bytes.
  const event_id = header('x-razorpay-event-id') ?? createHash('sha256').update(raw).digest('hex')
  return said ? [{ ...said, event_id, at: iso(event.created_at) }] : []
}

async function whatIsSaid(api: RazorpayApi, event: Event): Promise<Said | null> {
  const { subscription, payment, order } = event.payload
  if (event.event.startsWith('subscription.') && subscription)
    return subscriptionOf(api, event, subscription.entity, payment?.entity)
  if (event.event === 'order.paid' && order && payment) return paidOnce(event, order.entity, payment.entity)
  if (event.event === 'refund.processed' && payment) return refundOf(api, payment.entity)
  return null
}

/** Before the customer agreed there is no subscription yet, so those statuses are missing. */
const statuses: Readonly<Record<string, StartedStatus>> = {
  authenticated: 'trialing',
  active: 'active',
  pending: 'past_due',
  halted: 'past_due',
  paused: 'past_due',
  cancelled: 'cancelled',
  completed: 'cancelled',
}

/** The period of a subscription. Until the first charge it is the time before that, which is the trial. */
function periodOf({ current_start, current_end, start_at, ended_at, created_at }: Subscription) {
  const isBegun = typeof current_start === 'number' && typeof current_end === 'number'
  return {
    isBegun,
    start: isBegun ? current_start : created_at,
    end: isBegun ? current_end : (start_at ?? ended_at ?? created_at),
  }
}

async function subscriptionOf(
  api: RazorpayApi,
  { event, created_at }: Event,
  subscription: Subscription,
  payment: Payment | undefined,
): Promise<Said | null> {
  const about = SubscriptionNotes.safeParse(subscription.notes).data
  const stated = statuses[subscription.status]
  if (!about || !stated) return null
  const plan = await api.notesOf(subscription.plan_id)
  const { isBegun, start, end } = periodOf(subscription)
  const isBefore = !isBegun && created_at < end
  // Agreed to without a trial: the first charge is reported on its own.
  if (!plan || (stated === 'trialing' && !isBefore)) return null
  // It cannot be cancelled for later before the first charge, so it was cancelled at once, and that time goes on here.
  const isEndingLater = stated === 'cancelled' && isBefore
  const status = !isBefore ? stated : about.begins === 'trial' ? 'trialing' : 'active'
  const { id } = subscription
  return {
    organization_id: about.organization_id,
    subscription: {
      ...{ subscription_id: id, order_id: id, ...plan, status, renews: true },
      period_start: iso(start),
      period_end: iso(end),
      ends_at_period_end: isEndingLater ? true : undefined,
      next_plan_id: subscription.has_scheduled_changes ? undefined : null,
      short_url: status === 'past_due' ? (subscription.short_url ?? null) : null,
      card: payment?.card?.last4 ?? null,
    },
    ...(await paymentWith(api, event, subscription, plan, payment)),
  }
}

/** The payment that a report about a subscription is about. */
async function paymentWith(
  api: RazorpayApi,
  event: string,
  subscription: Subscription,
  plan: PlanNotes,
  payment: Payment | undefined,
): Promise<Pick<Said, 'payment'>> {
  const { start, end } = periodOf(subscription)
  const about = { subscription_id: subscription.id, ...plan, period_start: iso(start), period_end: iso(end) }
  if (event === 'subscription.charged' && payment) return { payment: { ...about, ...amountOf(payment, 'paid') } }
  if (event !== 'subscription.pending') return {}
  const { items } = await api.get(`/v1/invoices?subscription_id=${subscription.id}`, Invoices)
  const due = items.filter(({ status }) => status === 'issued').sort((a, b) => b.created_at - a.created_at)[0]
  return due ? { payment: { ...about, ...invoiceFact(due, 'failed') } } : {}
}

/** All attempts at one invoice are one payment. */
const amountOf = (payment: Payment, status: PaymentFact['status']) => ({
  payment_id: payment.invoice_id ?? payment.id,
  amount: payment.amount,
  currency: payment.currency.toUpperCase(),
  status,
  receipt_url: null,
})

const invoiceFact = (invoice: Invoice, status: PaymentFact['status']) => ({
  payment_id: invoice.id,
  amount: invoice.amount,
  currency: invoice.currency.toUpperCase(),
  status,
  receipt_url: invoice.short_url ?? null,
})

/** A period that was paid once is a subscription that does not renew. */
function paidOnce({ created_at }: Event, order: typeof Order._output, payment: Payment): Said | null {
  const about = OrderNotes.safeParse(order.notes).data
  if (!about) return null
  const { organization_id, plan_id, interval } = about
  const period = {
    period_start: iso(created_at),
    period_end: new Date(periodAfter(created_at * second, interval)).toISOString(),
  }
  return {
    organization_id,
    subscription: {
      ...{ subscription_id: order.id, order_id: order.id, plan_id, interval, ...period },
      ...{ status: 'active', renews: false, ends_at_period_end: false },
      ...{ next_plan_id: null, short_url: null, card: payment.card?.last4 ?? null },
    },
    payment: { ...amountOf(payment, 'paid'), subscription_id: order.id, plan_id, interval, ...period },
  }
}

/** A payment that was given back in full; whose it was is written on its subscription or order. */
async function refundOf(api: RazorpayApi, payment: Payment): Promise<Said | null> {
  if (payment.amount_refunded !== payment.amount) return null
  const unknown = { period_start: null, period_end: null }
  const amount = amountOf(payment, 'refunded')
  if (payment.invoice_id) {
    const { subscription_id } = await api.get(`/v1/invoices/${payment.invoice_id}`, Invoice)
    if (!subscription_id) return null
    const subscription = await api.get(`/v1/subscriptions/${subscription_id}`, Subscription)
    const about = SubscriptionNotes.safeParse(subscription.notes).data
    const plan = await api.notesOf(subscription.plan_id)
    if (!about || !plan) return null
    return { organization_id: about.organization_id, payment: { ...amount, ...plan, ...unknown, subscription_id } }
  }
  if (!payment.order_id) return null
  const order = await api.get(`/v1/orders/${payment.order_id}`, Order)
  const about = OrderNotes.safeParse(order.notes).data
  if (!about) return null
  const { organization_id, plan_id, interval } = about
  return { organization_id, payment: { ...amount, ...unknown, plan_id, interval, subscription_id: order.id } }
}
