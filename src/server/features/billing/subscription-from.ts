import type { PaymentOrder, Subscription } from '#shared/contract/billing/endpoints'
import { day } from '#shared/limits'
import type { PaymentProvider } from '../../platform/payments/provider'
import type { MemberContext } from '../../platform/request-context'
import { countMembers } from '../organisations/service'
import { priceOf } from './prices'
import { effective, graceEnd, isLive, planNow } from './rules'
import * as store from './store'

/** An order that was not paid for a day is forgotten; the providers' pages expire as well. */
export const openSince = (now: string): string => new Date(Date.parse(now) - day).toISOString()

/** The subscription of the organisation as its owners see it [3.16a]. */
export async function subscriptionFrom(ctx: MemberContext): Promise<Subscription> {
  const now = Date.parse(ctx.now)
  const [rows, open, members] = await Promise.all([
    store.subscriptionsOf(ctx),
    store.openOrder(ctx, openSince(ctx.now)),
    countMembers(ctx),
  ])
  const row = effective(rows, now)
  const ordered = {
    ordered_plan_id: open?.plan_id ?? null,
    ordered_interval: open?.billing_interval ?? null,
    used: { members },
    has_trial: rows.length === 0,
  }
  if (!row) return { ...none, ...ordered, short_url: open?.short_url ?? null, order_id: open?.order_id ?? null }
  const end = graceEnd(row)
  return {
    ...ordered,
    status: isLive(row, now) ? row.status : 'cancelled',
    plan_id: planNow(rows, now),
    interval: row.billing_interval,
    billing_period_start: row.period_start,
    billing_period_end: row.period_end,
    is_subscription_about_to_end: isLive(row, now) && (row.ends_at_period_end || !row.renews),
    next_plan_id: row.next_plan_id,
    short_url: open?.short_url ?? (row.status === 'past_due' ? row.short_url : null),
    order_id: open?.order_id ?? row.order_id,
    grace_ends_at: end === null ? null : new Date(end).toISOString(),
    next_payment: nextPayment(ctx, row, now),
    card: row.card,
  }
}

const none: Omit<
  Subscription,
  'short_url' | 'order_id' | 'ordered_plan_id' | 'ordered_interval' | 'has_trial' | 'used'
> = {
  status: 'none',
  plan_id: 'free',
  interval: null,
  billing_period_start: null,
  billing_period_end: null,
  is_subscription_about_to_end: false,
  next_plan_id: null,
  grace_ends_at: null,
  next_payment: null,
  card: null,
}

function nextPayment({ app }: MemberContext, row: store.SubscriptionRow, now: number): Subscription['next_payment'] {
  const follows = isLive(row, now) && row.renews && !row.ends_at_period_end && row.status !== 'past_due'
  if (!follows) return null
  return { ...priceOf(app, row.next_plan_id ?? row.plan_id, row.billing_interval), at: row.period_end }
}

/** An order as its owners see it; it is paid once a subscription came of it. */
export function orderFrom(
  { key_id }: PaymentProvider,
  row: store.OrderRow,
  rows: readonly store.SubscriptionRow[],
): PaymentOrder {
  const { order_id, plan_id, billing_interval, amount, currency, short_url, reference, subscription_id } = row
  const isPaid = rows.some(
    other => other.order_id === order_id || other.subscription_id === (subscription_id ?? order_id),
  )
  return {
    order_id,
    plan_id,
    interval: billing_interval,
    amount,
    currency,
    short_url,
    key_id,
    reference,
    status: isPaid ? 'paid' : 'created',
  }
}
