import { createHmac } from 'node:crypto'
import { second } from '#shared/limits'
import type { Fact, PaymentFact, StartedStatus } from '../../../platform/payments/facts'
import { type Webhook, WrongSignature } from '../../../platform/payments/provider'
import { ProviderRefused } from '../../../platform/payments/provider-api'
import { sameText } from '../../../platform/secrets'
import { periodAfter } from '../periods'
import type { StripeApi } from './api'
import { Charge, Event, Invoice, Metadata, Session, Subscription, SubscriptionDetails } from './objects'

/** How old a report may be when it arrives; a repeated one is signed anew. */
const tolerance = 300 * second

/** Throws {@link WrongSignature} unless one of the signatures in the header is right and its time is near. */
export function verify({ raw, header, now }: Webhook, secret: string): void {
  const parts = (header('stripe-signature') ?? '').split(',').map(part => part.trim().split('=', 2))
  const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name && value ? [value] : []))
  const [at = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(at) || Math.abs(now - Number(at) * second) > tolerance) throw new WrongSignature()
  const expected = createHmac('sha256', secret).update(`${at}.`).update(raw).digest('hex')
  if (!valuesOf('v1').some(signature => sameText(signature, expected))) throw new WrongSignature()
}

const iso = (seconds: number) => new Date(seconds * second).toISOString()

/** Before the first payment there is no subscription yet, so those statuses are missing. */
const statuses: Readonly<Record<string, StartedStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'cancelled',
}

type Said = Pick<Fact, 'subscription' | 'payment'> & { organization_id: number }

/** The facts of an event; none if it is about something that this server did not make. */
export async function factsOf(api: StripeApi, event: Event): Promise<Fact[]> {
  const said = await whatIsSaid(api, event)
  return said ? [{ ...said, event_id: event.id, at: iso(event.created) }] : []
}

async function whatIsSaid(api: StripeApi, { type, created, data: { object } }: Event): Promise<Said | null> {
  switch (type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return subscriptionOf(api, Subscription.parse(object))
    case 'invoice.paid':
      return invoiceOf(Invoice.parse(object), 'paid')
    case 'invoice.payment_failed':
      return invoiceOf(Invoice.parse(object), 'failed')
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paidOnce(Session.parse(object), created)
    case 'charge.refunded':
      return refundOf(api, Charge.pick({ id: true, refunded: true }).parse(object))
    default:
      return null
  }
}

async function subscriptionOf(api: StripeApi, subscription: Subscription): Promise<Said | null> {
  const about = Metadata.safeParse(subscription.metadata).data
  const stated = statuses[subscription.status]
  const status = stated === 'trialing' && about?.begins === 'after' ? 'active' : stated
  const [item] = subscription.items.data
  const start = subscription.current_period_start ?? item?.current_period_start
  const end = subscription.current_period_end ?? item?.current_period_end
  if (!about || !status || start === undefined || end === undefined) return null
  const { short_url, card } = status === 'cancelled' ? noDetails : await detailsOf(api, subscription.id)
  return {
    organization_id: about.organization_id,
    subscription: {
      subscription_id: subscription.id,
      order_id: about.order_id,
      plan_id: about.plan_id,
      interval: about.interval,
      status,
      renews: true,
      period_start: iso(start),
      period_end: iso(end),
      ends_at_period_end: subscription.cancel_at_period_end,
      // Which plan a schedule leads to is not part of the report.
      next_plan_id: subscription.schedule ? undefined : null,
      short_url: status === 'past_due' ? short_url : null,
      card,
    },
  }
}

const noDetails = { short_url: null, card: null }

/** Where what is due is paid, and the card; as they are now, which is never older than the report. */
async function detailsOf(api: StripeApi, subscription_id: string) {
  const path = `/v1/subscriptions/${subscription_id}?expand[]=latest_invoice&expand[]=default_payment_method`
  const details = await api.get(path, SubscriptionDetails).catch(error => {
    if (error instanceof ProviderRefused && error.status === 404) return null
    throw error
  })
  return {
    short_url: details?.latest_invoice?.hosted_invoice_url ?? null,
    card: details?.default_payment_method?.card?.last4 ?? null,
  }
}

function invoiceOf(invoice: Invoice, status: PaymentFact['status']): Said | null {
  const details = invoice.parent?.subscription_details
  const about = Metadata.safeParse(invoice.subscription_details?.metadata ?? details?.metadata).data
  // A first payment that fails is tried again on the same page, and no subscription comes of it until then.
  if (!about || (status === 'failed' && invoice.billing_reason === 'subscription_create')) return null
  const periods = invoice.lines.data.map(line => line.period)
  const ends = periods.map(({ end }) => end)
  const starts = periods.filter(({ end }) => end === Math.max(...ends)).map(({ start }) => start)
  return {
    organization_id: about.organization_id,
    payment: {
      payment_id: invoice.id,
      subscription_id: invoice.subscription ?? details?.subscription ?? null,
      plan_id: about.plan_id,
      interval: about.interval,
      amount: status === 'failed' ? invoice.amount_due : invoice.amount_paid,
      currency: invoice.currency.toUpperCase(),
      status,
      period_start: starts.length > 0 ? iso(Math.min(...starts)) : null,
      period_end: ends.length > 0 ? iso(Math.max(...ends)) : null,
      receipt_url: invoice.hosted_invoice_url ?? null,
    },
  }
}

/** A period that was paid once is a subscription that does not renew. */
function paidOnce(session: typeof Session._output, created: number): Said | null {
  const about = Metadata.safeParse(session.metadata).data
  if (!about || session.mode !== 'payment' || session.payment_status !== 'paid' || !session.payment_intent) return null
  const { organization_id, order_id, plan_id, interval } = about
  const period = {
    period_start: iso(created),
    period_end: new Date(periodAfter(created * second, interval)).toISOString(),
  }
  return {
    organization_id,
    subscription: {
      ...{ subscription_id: order_id, order_id, plan_id, interval, ...period },
      ...{ status: 'active', renews: false, ends_at_period_end: false },
      ...{ next_plan_id: null, short_url: null, card: null },
    },
    payment: {
      ...{ payment_id: session.payment_intent, subscription_id: order_id, plan_id, interval, ...period },
      ...{ amount: session.amount_total ?? 0, currency: (session.currency ?? '').toUpperCase() },
      ...{ status: 'paid', receipt_url: null },
    },
  }
}

/** A payment that was given back in full. */
async function refundOf(api: StripeApi, { id, refunded }: { id: string; refunded: boolean }): Promise<Said | null> {
  if (!refunded) return null
  const charge = await api.get(`/v1/charges/${id}?expand[]=invoice`, Charge)
  if (charge.invoice) return invoiceOf(charge.invoice, 'refunded')
  const about = Metadata.safeParse(charge.metadata).data
  if (!about || !charge.payment_intent) return null
  return {
    organization_id: about.organization_id,
    payment: {
      ...{ payment_id: charge.payment_intent, subscription_id: about.order_id },
      ...{ plan_id: about.plan_id, interval: about.interval },
      ...{ amount: charge.amount, currency: charge.currency.toUpperCase(), status: 'refunded' },
      ...{ period_start: null, period_end: null, receipt_url: charge.receipt_url ?? null },
    },
  }
}

/** Reads an event whose signature is right. */
export const readEvent = (raw: Buffer): Event => Event.parse(JSON.parse(raw.toString()))
