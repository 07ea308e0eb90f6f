import type { PaidPlan } from '#shared/contract/billing/endpoints'
import { day, second } from '#shared/limits'
import type { Fact, StartedStatus } from '../../../platform/payments/facts'

/** Numbers from 0 to 1, the same on every run. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The same order on every run. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const next = randomFrom(seed)
  return items
    .map(item => ({ item, place: next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

const start = Date.parse('2026-11-20T09:00:00Z')

/**
 * What a provider reports about one subscription in the course of `length` reports, in order: a trial, renewals some of
 * which fail once or twice before they are paid, changed plans, cancellations that are taken back, refunds, and at last
 * the end. Reports of one moment have the same second.
 */
export function generatedReports(organization_id: number, name: string, length: number, seed: number): Fact[] {
  const random = randomFrom(seed)
  const facts: Fact[] = []
  const now = { period: 0, plan_id: 'team' as PaidPlan, ends: false, second: 0 }

  function add(status: StartedStatus, paid?: 'paid' | 'failed' | 'refunded', paidPeriod = now.period): void {
    if (random() < 0.7) now.second += 1 + Math.floor(random() * 600)
    const at = new Date(start + now.period * 30 * day + now.second * second).toISOString()
    const timesOf = (number: number) => ({
      period_start: new Date(start + number * 30 * day).toISOString(),
      period_end: new Date(start + (number + 1) * 30 * day).toISOString(),
    })
    const about = { subscription_id: `sub_${name}`, plan_id: now.plan_id, interval: 'monthly' as const }
    facts.push({
      event_id: `evt_${name}_${String(facts.length).padStart(6, '0')}`,
      at,
      organization_id,
      subscription: {
        ...{ ...about, ...timesOf(now.period), order_id: `ord_${name}`, status, renews: true },
        ...{ ends_at_period_end: now.ends, next_plan_id: null, short_url: null, card: '4242' },
      },
      ...(paid && {
        payment: {
          ...{ ...about, ...timesOf(paidPeriod), payment_id: `inv_${name}_${paidPeriod}`, status: paid },
          ...{ amount: 14_900, currency: 'USD', receipt_url: null },
        },
      }),
    })
  }

  add('trialing')
  while (facts.length < length - 1) {
    now.period += 1
    now.second = 0
    now.ends = false
    for (let fails = Math.floor(random() * 4) - 1; fails > 0; fails -= 1) add('past_due', 'failed')
    now.second += 1
    add('active', 'paid')
    if (random() < 0.1) add('active', 'refunded', Math.max(1, now.period - 1))
    if (random() < 0.2) {
      now.plan_id = now.plan_id === 'team' ? 'business' : 'team'
      now.second += 1
      add('active')
    }
    for (const ends of random() < 0.2 ? [true, false] : []) {
      now.ends = ends
      now.second += 1
      add('active')
    }
  }
  now.second += 1
  add('cancelled')
  return facts
}
