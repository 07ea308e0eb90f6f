import { billing as limits } from '#shared/contract/billing/limits'
import { type PlanName, rankOfPlan } from '#shared/rules/plans'
import type { SubscriptionRow } from './store'

/** The rules of a subscription's course [D36], without a database. Instants are in milliseconds since the epoch. */

/** When the grace for a failed payment ends; null if no payment failed. */
export const graceEnd = ({ status, past_due_since }: SubscriptionRow): number | null =>
  status === 'past_due' && past_due_since !== null ? Date.parse(past_due_since) + limits.grace : null

/**
 * When a subscription ends if nothing more is reported. A renewal that the provider has not reported yet gets as much
 * time as a failed payment.
 */
export function endOf(row: SubscriptionRow): number {
  if (row.status === 'cancelled') return Number.NEGATIVE_INFINITY
  const end = Date.parse(row.period_end)
  if (row.ends_at_period_end || !row.renews) return Math.min(end, graceEnd(row) ?? end)
  return graceEnd(row) ?? end + limits.grace
}

export const isLive = (row: SubscriptionRow, now: number): boolean => now < endOf(row)

/**
 * The subscription that decides: of those that are live the largest, of these the one that begins last, and of these the
 * one that goes on longest; otherwise the last one.
 */
export function effective(rows: readonly SubscriptionRow[], now: number): SubscriptionRow | undefined {
  const order = (row: SubscriptionRow) =>
    [isLive(row, now) ? 1 + rankOfPlan(row.plan_id) : 0, Date.parse(row.period_start), endOf(row)] as const
  return [...rows].sort((one, other) => {
    const [a, b] = [order(one), order(other)]
    return b[0] - a[0] || b[1] - a[1] || b[2] - a[2] || (one.subscription_id < other.subscription_id ? -1 : 1)
  })[0]
}

/** The plan that the subscriptions of an organisation give now. */
export function planNow(rows: readonly SubscriptionRow[], now: number): PlanName {
  const row = effective(rows, now)
  return row && isLive(row, now) ? row.plan_id : 'free'
}

/** The next time at which something happens to a subscription without a report; null if nothing does. */
export function nextCheck(row: SubscriptionRow, now: number): number | null {
  const since = row.status === 'past_due' && row.past_due_since !== null ? Date.parse(row.past_due_since) : null
  const reminders = since === null ? [] : limits.reminders.slice(row.reminders_sent).map(after => since + after)
  const times = [...reminders, endOf(row)].filter(time => Number.isFinite(time))
  const due = reminders[0] !== undefined && reminders[0] <= now
  if (due) return now
  const ahead = times.filter(time => time > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}
