import { billing as limits } from '#shared/contract/billing/limits'
import type { Fact, PaymentFact, SubscriptionFact } from '../../../platform/payments/facts'
import { periodAfter } from '../periods'
import type { SandboxRow } from './store'

/** How a subscription goes at the sandbox provider, without a database. Instants are in milliseconds since the epoch. */

export type Card = 'pays' | 'refused' | 'secure' | 'fails_later'

/** The test cards, by their numbers. Every other number is refused. */
const cards: Readonly<Record<string, Card>> = {
  '4242424242424242': 'pays',
  '4000000000000002': 'refused',
  '4000002500003155': 'secure',
  '4000000000000341': 'fails_later',
}

export const cardOf = (number: string): Card => cards[number.replace(/\D/g, '')] ?? 'refused'

/** What happened, and whether money was taken for it. */
export interface Step {
  row: SandboxRow
  payment: { amount: number; status: 'paid' | 'failed' } | null
}

const iso = (time: number) => new Date(time).toISOString()

/** The first payment, or the payment of what is due; with a card that pays now. */
export function paid(row: SandboxRow, card: { number: string; failsLater: boolean }, now: number): Step {
  const by = { card: card.number.replace(/\D/g, '').slice(-4), fails_later: card.failsLater }
  if (row.status === 'past_due')
    return { row: { ...row, ...by, status: 'active' }, payment: { amount: row.amount, status: 'paid' } }
  if (row.has_trial) {
    const period = { period_start: iso(now), period_end: iso(now + limits.trial) }
    return { row: { ...row, ...by, ...period, status: 'trialing' }, payment: { amount: 0, status: 'paid' } }
  }
  // A subscription that follows another one was given its start when it was ordered, and is first charged then.
  const start = row.period_start === null ? now : Date.parse(row.period_start)
  if (start > now) {
    const period = { period_start: iso(now), period_end: iso(start) }
    return { row: { ...row, ...by, ...period, status: 'active' }, payment: { amount: 0, status: 'paid' } }
  }
  const period = { period_start: iso(now), period_end: iso(periodAfter(now, row.billing_interval)) }
  return { row: { ...row, ...by, ...period, status: 'active' }, payment: { amount: row.amount, status: 'paid' } }
}

/** The end of a period: the next one begins and is charged, or the subscription ends. */
export function renewed(row: SandboxRow, isPaid: boolean): Step {
  if (row.ends_at_period_end || !row.renews) return { row: { ...row, status: 'cancelled' }, payment: null }
  const start = Date.parse(row.period_end ?? '')
  const amount = row.next_amount ?? row.amount
  return {
    row: {
      ...row,
      amount,
      plan_id: row.next_plan_id ?? row.plan_id,
      next_plan_id: null,
      next_amount: null,
      status: isPaid ? 'active' : 'past_due',
      period_start: iso(start),
      period_end: iso(periodAfter(start, row.billing_interval)),
    },
    payment: { amount, status: isPaid ? 'paid' : 'failed' },
  }
}

/** The report of a step. */
export function factOf(
  { row, payment }: Step,
  about: { organization_id: number; now: number; short_url: string },
): Fact {
  const { organization_id, now, short_url } = about
  const { status, period_start, period_end, subscription_id } = row
  if (status === 'created' || !period_start || !period_end) throw new Error('Nothing was paid yet.')
  const subscription: SubscriptionFact = {
    subscription_id,
    order_id: subscription_id,
    plan_id: row.plan_id,
    interval: row.billing_interval,
    status,
    renews: row.renews,
    period_start,
    period_end,
    ends_at_period_end: row.ends_at_period_end,
    next_plan_id: row.next_plan_id,
    short_url,
    card: row.card,
  }
  const charged: PaymentFact | null = payment && {
    // A payment that is made up for is the same invoice as the one that failed.
    payment_id: `inv_${subscription_id}_${Date.parse(period_start)}_${row.plan_id}`,
    subscription_id,
    plan_id: row.plan_id,
    interval: row.billing_interval,
    amount: payment.amount,
    currency: row.currency,
    status: payment.status,
    period_start,
    period_end,
    receipt_url: null,
  }
  return {
    event_id: `evt_${subscription_id}_${row.revision}`,
    // Two reports of one instant keep their order.
    at: iso(now + row.revision),
    organization_id,
    subscription,
    ...(charged && { payment: charged }),
  }
}
