import { beforeAll, describe, expect, test } from 'vitest'
import { listPayments, readSubscription, webhookPath } from '#shared/contract/billing/endpoints'
import { day } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import type { Fact, StartedStatus } from '../../platform/payments/facts'
import { signatureHeader, signatureOf } from './sandbox/report'
import { openShop, type Shop } from './test-billing'
import { shuffled } from './testing/generated-reports'

let shop: Shop
const start = Date.parse('2026-11-20T09:00:00Z')
const at = (days: number) => new Date(start + days * day).toISOString()

beforeAll(async () => {
  shop = await openShop()
})

async function workspace(name: string): Promise<Actor> {
  const owner = await shop.server.person({ name })
  await owner.createOrganisation(`${name} & Co`)
  return owner
}

/** A year of reports about one subscription: a trial, renewals of which some fail first, a refund, and the end. */
function courseFor(organization_id: number): Fact[] {
  const facts: Fact[] = []
  const add = (days: number, status: StartedStatus, month: number, paid?: 'paid' | 'failed' | 'refunded') => {
    const period = { period_start: at(month * 30), period_end: at(month * 30 + 30) }
    const subscription = { subscription_id: 'sub_1', plan_id: 'team' as const, interval: 'monthly' as const }
    facts.push({
      event_id: `evt_${facts.length}`,
      at: at(days),
      organization_id,
      subscription: {
        ...subscription,
        ...period,
        ...{ order_id: 'ord_1', status, renews: true, ends_at_period_end: month === 11 && status === 'active' },
        ...{ next_plan_id: null, short_url: null, card: '4242' },
      },
      ...(paid && {
        payment: {
          ...subscription,
          ...period,
          ...{ payment_id: `pay_${month}`, amount: 14_900, currency: 'USD', status: paid, receipt_url: null },
        },
      }),
    })
  }
  add(0, 'trialing', 0)
  for (let month = 1; month < 12; month += 1) {
    if (month % 3 === 0) add(month * 30, 'past_due', month, 'failed')
    add(month * 30 + 1, 'active', month, 'paid')
    if (month === 5) add(month * 30 + 2, 'active', month, 'refunded')
  }
  add(360, 'cancelled', 11)
  return facts
}

function send(fact: Fact, signature?: string, provider = 'sandbox'): Promise<Response> {
  const text = JSON.stringify(fact)
  const signed = signature ?? signatureOf(shop.server.app.context, text)
  return fetch(new URL(webhookPath.replace('{provider}', provider), shop.server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signed },
    body: text,
  })
}

async function stateOf(owner: Actor) {
  const { status, plan_id, billing_period_end, card, is_subscription_about_to_end } = await owner.call(
    readSubscription,
    {},
  )
  const payments = await owner.call(listPayments, {})
  return {
    ...{ status, plan_id, billing_period_end, card, is_subscription_about_to_end },
    payments: payments.map(({ status, amount, period_start }) => `${period_start} ${status} ${amount}`).sort(),
  }
}

describe('Reports of the payment provider [D36]', () => {
  test('have one effect each, whatever their order and however often they come; nothing moves backwards', async () => {
    const inOrder = await workspace('Ada')
    for (const fact of courseFor(inOrder.organization_id)) expect((await send(fact)).status).toBe(200)
    const expected = await stateOf(inOrder)
    expect(expected).toMatchObject({ status: 'cancelled', plan_id: 'free' })
    expect(expected.payments.filter(payment => payment.includes(' refunded '))).toHaveLength(1)
    expect(expected.payments).toHaveLength(11)
    for (const [seed, name] of ['Bea', 'Cem', 'Dia', 'Eli', 'Fay'].entries()) {
      const owner = await workspace(name)
      const facts = courseFor(owner.organization_id)
      for (const fact of shuffled([...facts, ...facts, ...facts], seed)) expect((await send(fact)).status).toBe(200)
      expect(await stateOf(owner), `seed ${seed}`).toEqual(expected)
    }
  })

  test('change nothing without the right signature, after a change of one byte, or from a provider that is not in use', async () => {
    const owner = await workspace('Eve')
    const before = await stateOf(owner)
    const [fact] = courseFor(owner.organization_id)
    if (!fact) throw new Error('A course has reports.')
    const signature = signatureOf(shop.server.app.context, JSON.stringify(fact))
    const wrong = { status: 400, code: 'billing.wrong_signature' }
    for (const sent of [send(fact, ''), send(fact, 'ab'.repeat(32)), send({ ...fact, at: at(1) }, signature)]) {
      const response = await sent
      expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject(wrong)
    }
    expect((await send(fact, signature, 'stripe')).status).toBe(404)
    expect(await stateOf(owner)).toEqual(before)
  })
})
