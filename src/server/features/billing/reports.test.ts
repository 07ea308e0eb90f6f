import { expect, test } from 'vitest'
import type { Fact } from '../../platform/payments/facts'
import { isFurther } from '../../platform/payments/facts'
import { paymentAfter, subscriptionAfter } from './reports'
import type { KnownPayment, SubscriptionRow } from './store'
import { generatedReports, shuffled } from './testing/generated-reports'

/** What is stored, without a database. */
class Stored {
  readonly seen = new Set<string>()
  readonly subscriptions = new Map<string, SubscriptionRow>()
  readonly payments = new Map<string, KnownPayment>()
  effects = 0

  apply(fact: Fact): void {
    if (this.seen.has(fact.event_id)) return
    this.seen.add(fact.event_id)
    if (fact.subscription) this.#subscription(fact, fact.subscription)
    if (fact.payment) this.#payment(fact, fact.payment)
  }

  #subscription(fact: Fact, said: NonNullable<Fact['subscription']>): void {
    const stored = this.subscriptions.get(said.subscription_id)
    const next = subscriptionAfter(stored, fact, said)
    if (!next) return
    this.effects += 1
    if (stored && (next.fact_at < stored.fact_at || (stored.status === 'cancelled' && next.status !== 'cancelled')))
      throw new Error(`${said.subscription_id} moved backwards with ${fact.event_id}.`)
    this.subscriptions.set(said.subscription_id, next)
  }

  #payment(fact: Fact, said: NonNullable<Fact['payment']>): void {
    const stored = this.payments.get(said.payment_id)
    const next = paymentAfter(stored, fact, said, null)
    if (!next) return
    this.effects += 1
    if (stored && !isFurther(next.status, stored.status)) throw new Error(`${said.payment_id} moved backwards.`)
    this.payments.set(said.payment_id, next)
  }
}

const reports = Array.from({ length: 250 }, (_, at) => generatedReports(1, `s${at}`, 40, at + 1)).flat()

test('ten thousand reports, three times each and in any order, have one effect each and never move anything backwards [D36]', () => {
  expect(reports.length).toBeGreaterThanOrEqual(10_000)
  const expected = new Stored()
  for (const fact of reports) expected.apply(fact)
  expect(expected.subscriptions.size).toBe(250)
  for (const seed of [1, 2, 3]) {
    const stored = new Stored()
    for (const fact of shuffled([...reports, ...reports, ...reports], seed)) stored.apply(fact)
    expect(stored.seen.size).toBe(reports.length)
    expect(stored.subscriptions).toEqual(expected.subscriptions)
    const paid = (of: Stored) => [...of.payments].map(([id, { status, amount }]) => `${id} ${status} ${amount}`).sort()
    expect(paid(stored)).toEqual(paid(expected))
    const { effects } = stored
    for (const fact of reports) stored.apply(fact)
    expect(stored.effects).toBe(effects)
  }
})
