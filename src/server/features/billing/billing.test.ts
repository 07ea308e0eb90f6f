import { beforeAll, describe, expect, test } from 'vitest'
import { readAudit } from '#shared/contract/audit/endpoints'
import * as contract from '#shared/contract/billing/endpoints'
import { listOrganisations, organisationInfo } from '#shared/contract/organisations/endpoints'
import { day } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { openTestServer } from '../../../../test/test-server'
import { effective } from './rules'
import type { SubscriptionRow } from './store'
import { cards, openShop, type Shop, shopOf } from './test-billing'

const team = { plan_id: 'team', interval: 'monthly' } as const
const refused = (status: number, code: string) => ({ status, code })

let shop: Shop

/** Another workspace on the same server. */
async function another(name: string): Promise<Shop> {
  const owner = await shop.server.person({ name })
  await owner.createOrganisation(`${name} & Co`)
  return shopOf(shop.server, owner)
}

beforeAll(async () => {
  shop = await openShop({ INVOICE_SELLER: 'Wheel Ltd; 1 Quay Lane', INVOICE_TAX: '20 VAT' })
})

describe('Plans [3.16b, D31]', () => {
  test('are listed with prices and limits', async () => {
    const plans = await shop.maya.call(contract.listPlans, {})
    expect(plans.map(plan => [plan.plan_id, plan.prices.monthly, plan.limits.cameras, plan.is_premium])).toEqual([
      ['free', 0, 2, false],
      ['team', 14_900, 20, true],
      ['business', 44_900, null, true],
    ])
  })

  test('are seen and paid by owners alone, and only in their own organisation [D1, D6]', async () => {
    const dev = await shop.server.person({ name: 'Dev' })
    await shop.maya.invites(dev, 'Manager')
    const stranger = await another('Stella')
    const inOther = { organization_id: shop.maya.organization_id } as never
    for (const endpoint of [contract.readSubscription, contract.listPayments, contract.cancelSubscription]) {
      await expect(dev.call(endpoint, {})).rejects.toMatchObject(refused(403, 'permission.missing'))
      const { organization_id } = stranger.maya
      stranger.maya.organization_id = shop.maya.organization_id
      await expect(stranger.maya.call(endpoint, inOther)).rejects.toMatchObject(refused(403, 'organization.not_member'))
      stranger.maya.organization_id = organization_id
      await expect(shop.server.stranger().call(endpoint, {})).rejects.toMatchObject({ status: 401 })
    }
  })

  test('do not exist on a server without billing, where everything is included', async () => {
    const server = await openTestServer()
    const jo = await server.person({ name: 'Jo' })
    await jo.createOrganisation('Lind & Co')
    expect(await jo.call(contract.listPlans, {})).toEqual([])
    await expect(jo.call(contract.readPlanUse, {})).rejects.toMatchObject(refused(409, 'billing.off'))
    await expect(jo.call(contract.subscribe, team)).rejects.toMatchObject(refused(409, 'billing.off'))
    expect(await jo.call(listOrganisations, {})).toMatchObject([{ plan_id: 'business', is_premium: true }])
  })
})

describe('Paying at the sandbox [D36]', () => {
  test('a declined card changes nothing; a good one begins the trial, which becomes active [3.16a, 4.13a]', async () => {
    const { maya } = shop
    const ordered = await maya.call(contract.subscribe, team)
    expect(ordered).toMatchObject({
      status: 'none',
      ordered_plan_id: 'team',
      has_trial: true,
      billing_period_start: null,
    })
    expect(await maya.call(contract.subscribe, team)).toMatchObject({ order_id: ordered.order_id })

    const declined = await shop.submit({ action: 'pay', card: cards.declined })
    expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining('was declined')])
    expect(await shop.subscription()).toMatchObject({ status: 'none', plan_id: 'free' })

    const paid = await shop.submit({ action: 'pay', card: cards.pays })
    expect([paid.status, paid.headers.get('location')]).toEqual([303, expect.stringMatching(/\/#\/plans$/)])
    expect(await shop.subscription()).toMatchObject({
      status: 'trialing',
      plan_id: 'team',
      billing_period_start: '2026-11-20T09:00:00.000Z',
      billing_period_end: '2026-12-04T09:00:00.000Z',
      short_url: null,
      ordered_plan_id: null,
      card: '4242',
      next_payment: { amount: 14_900, currency: 'USD', at: '2026-12-04T09:00:00.000Z' },
    })
    expect(await maya.call(organisationInfo, {})).toMatchObject({ plan_id: 'team', is_premium: true })
    await shop.later(14 * day)
    expect(await shop.subscription()).toMatchObject({
      status: 'active',
      billing_period_start: '2026-12-04T09:00:00.000Z',
      billing_period_end: '2027-01-04T09:00:00.000Z',
    })
    const payments = await maya.call(contract.listPayments, {})
    expect(payments.map(({ amount, status }) => [amount, status])).toEqual([
      [14_900, 'paid'],
      [0, 'paid'],
    ])
    const number = (count: number) => `${maya.organization_id}-000${count}`
    expect(payments).toMatchObject([
      { invoice_number: number(2), tax: { name: 'VAT', percent: 20, amount: 2_483 } },
      { invoice_number: number(1), seller: ['Wheel Ltd', '1 Quay Lane'], buyer: 'Ridgeway Cycles', tax: { amount: 0 } },
    ])
    await expect(maya.call(contract.subscribe, team)).rejects.toMatchObject(refused(409, 'billing.already_subscribed'))
    const kinds = (await maya.call(readAudit, { kind: 'billing.' })).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(
      new Set(['billing.ordered', 'billing.subscription', 'billing.payment', 'billing.plan']),
    )
  })

  test('a card with 3-D Secure pays once its owner confirms', async () => {
    const other = await another('Ida')
    await other.maya.call(contract.subscribe, team)
    const asked = await other.submit({ action: 'pay', card: cards.secure })
    expect(await asked.text()).toContain('3-D Secure')
    expect(await other.subscription()).toMatchObject({ status: 'none' })
    await other.submit({ action: 'refuse', card: cards.secure })
    expect(await other.subscription()).toMatchObject({ status: 'none' })
    await other.submit({ action: 'confirm', card: cards.secure })
    expect(await other.subscription()).toMatchObject({ status: 'trialing' })
  })

  test('the page is for this computer alone, and shows nothing of what does not exist', async () => {
    const { short_url } = await (await another('Uma')).maya.call(contract.subscribe, team)
    const { pathname } = new URL(short_url ?? '')
    const page = (path: string, headers = {}) => fetch(new URL(path, shop.server.url), { headers })
    expect((await page(pathname)).status).toBe(200)
    expect((await page(pathname, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
    expect((await page(`${pathname.slice(0, -2)}xx`)).status).toBe(404)
    expect((await page('/payments/sandbox/sub_x')).status).toBe(404)
  })

  test('one period without renewal is an order, with a note for its invoice; its end is the end of the plan', async () => {
    const other = await another('Ola')
    const order = await other.maya.call(contract.createOrder, team)
    expect(order).toMatchObject({ amount: 14_900, status: 'created', reference: null })
    const { order_id } = order
    await other.maya.call(contract.updateOrder, { order_id, reference: 'PO 4711' })
    const signed = { order_id, payment_id: 'pay_1', signature: 'wrong' }
    await expect(other.maya.call(contract.checkSignature, signed)).rejects.toMatchObject(
      refused(400, 'billing.wrong_signature'),
    )
    await expect(other.maya.call(contract.updateOrder, { order_id: 'sub_1', reference: 'x' })).rejects.toMatchObject(
      refused(404, 'billing.order_not_found'),
    )
    await expect(other.maya.call(contract.checkSignature, { ...signed, order_id: 'sub_1' })).rejects.toMatchObject(
      refused(404, 'billing.order_not_found'),
    )
    await other.submit({ action: 'pay', card: cards.pays }, order.short_url)
    expect(await other.subscription()).toMatchObject({ status: 'active', is_subscription_about_to_end: true })
    expect(await other.maya.call(contract.listPayments, {})).toMatchObject([{ amount: 14_900, reference: 'PO 4711' }])
    await expect(other.maya.call(contract.updateOrder, { order_id, reference: 'x' })).rejects.toMatchObject(
      refused(409, 'billing.order_paid'),
    )
    await other.later(32 * day)
    expect(await other.subscription()).toMatchObject({ status: 'cancelled', plan_id: 'free', next_payment: null })
  })
})

describe('A plan that is ordered while another one is about to end', () => {
  test('is first paid when that ends if it is the same one, begins at once if it is larger, and is refused if it is smaller', async () => {
    const other = await another('Rex')
    const { short_url } = await other.maya.call(contract.createOrder, team)
    await other.submit({ action: 'pay', card: cards.pays }, short_url)
    const { billing_period_end } = await other.subscription()
    // Both begin at the same moment, whichever of them has the smaller id.
    const same = await other.maya.call(contract.subscribe, team)
    await other.submit({ action: 'pay', card: cards.pays }, same.short_url)
    expect(await other.subscription()).toMatchObject({
      ...{ plan_id: 'team', is_subscription_about_to_end: false, billing_period_end },
      next_payment: { amount: 14_900, at: billing_period_end },
    })
    const amounts = (await other.maya.call(contract.listPayments, {})).map(({ amount }) => amount)
    expect(amounts).toEqual([0, 14_900])
    const rows = await shop.server.asOwner<SubscriptionRow>(
      'select * from subscriptions where organization_id = $1 order by period_end, renews',
      [other.maya.organization_id],
    )
    for (const ids of [
      ['sub_a', 'sub_b'],
      ['sub_b', 'sub_a'],
    ]) {
      const named = rows.map((row, at) => ({ ...row, subscription_id: ids[at] ?? '' }))
      expect(effective(named, shop.server.clock.now())).toMatchObject({ renews: true })
    }
    await other.maya.call(contract.cancelSubscription, {})
    const larger = await other.pays(cards.pays, { plan_id: 'business', interval: 'monthly' })
    expect(larger).toMatchObject({ plan_id: 'business', status: 'active', is_subscription_about_to_end: false })
    await other.maya.call(contract.cancelSubscription, {})
    await expect(other.maya.call(contract.subscribe, team)).rejects.toMatchObject(
      refused(409, 'billing.not_changeable'),
    )
  })
})

describe('Changing the plan', () => {
  let changing: Shop
  let owner: Actor
  beforeAll(async () => {
    changing = await another('Lena')
    owner = changing.maya
    await changing.pays(cards.pays)
    await changing.submit({ action: 'renew' }, await pageOf(changing))
  })

  async function pageOf({ server, maya }: Shop): Promise<string> {
    const [row] = await server.asOwner<{ subscription_id: string }>(
      'select subscription_id from sandbox_subscriptions where organization_id = $1',
      [maya.organization_id],
    )
    return `${server.url}/payments/sandbox/${row?.subscription_id}`
  }

  test('upwards it changes at once, and the difference is paid', async () => {
    expect(await owner.call(contract.upgradeSubscription, { plan_id: 'business' })).toMatchObject({
      status: 'active',
      plan_id: 'business',
    })
    const [newest] = await owner.call(contract.listPayments, {})
    expect(newest).toMatchObject({ plan_id: 'business', amount: 30_000, status: 'paid' })
    await expect(owner.call(contract.upgradeSubscription, { plan_id: 'team' })).rejects.toMatchObject(
      refused(409, 'billing.not_changeable'),
    )
  })

  test('downwards it changes at the end of the period, unless it is kept before', async () => {
    const smaller = await owner.call(contract.downgradeSubscription, { plan_id: 'team' })
    expect(smaller).toMatchObject({ plan_id: 'business', next_plan_id: 'team', next_payment: { amount: 14_900 } })
    expect(await owner.call(contract.resumeSubscription, {})).toMatchObject({ next_plan_id: null })
    await owner.call(contract.downgradeSubscription, { plan_id: 'team' })
    await changing.submit({ action: 'renew' }, await pageOf(changing))
    expect(await changing.subscription()).toMatchObject({ plan_id: 'team', next_plan_id: null, status: 'active' })
  })

  test('cancelled it stays until the end of the period, and can be resumed before', async () => {
    expect(await owner.call(contract.cancelSubscription, {})).toMatchObject({
      is_subscription_about_to_end: true,
      plan_id: 'team',
      next_payment: null,
    })
    expect(await owner.call(contract.resumeSubscription, {})).toMatchObject({ is_subscription_about_to_end: false })
    await expect(owner.call(contract.resumeSubscription, {})).rejects.toMatchObject(
      refused(409, 'billing.not_changeable'),
    )
    await owner.call(contract.downgradeSubscription, { plan_id: 'free' })
    await changing.submit({ action: 'renew' }, await pageOf(changing))
    expect(await changing.subscription()).toMatchObject({ status: 'cancelled', plan_id: 'free', has_trial: false })
    await expect(owner.call(contract.cancelSubscription, {})).rejects.toMatchObject(
      refused(409, 'billing.no_subscription'),
    )
  })

  test('and chosen again it begins without a trial', async () => {
    expect(await changing.pays(cards.pays)).toMatchObject({ status: 'active', plan_id: 'team' })
  })
})

describe('A yearly plan at the sandbox [D31]', () => {
  const yearly = { plan_id: 'team', interval: 'yearly' } as const
  const paid = async (who: Shop) =>
    (await who.maya.call(contract.listPayments, {})).map(({ plan_id, amount }) => [plan_id, amount])

  test('costs the price of a year, is renewed by a year, and changes for yearly prices', async () => {
    const other = await another('Yuna')
    expect(await other.pays(cards.pays, yearly)).toMatchObject({
      ...{ status: 'trialing', interval: 'yearly', next_payment: { amount: 149_000, currency: 'USD' } },
    })
    await other.later(14 * day)
    const { billing_period_start: start, billing_period_end: end } = await other.subscription()
    expect(new Date(end ?? '')).toEqual(yearAfter(start))
    await other.maya.call(contract.upgradeSubscription, { plan_id: 'business' })
    expect(await other.subscription()).toMatchObject({ next_payment: { amount: 449_000, at: end } })
    await other.later(Date.parse(end ?? '') - shop.server.clock.now())
    const renewed = await other.subscription()
    expect(renewed).toMatchObject({ plan_id: 'business', interval: 'yearly', billing_period_start: end })
    expect(new Date(renewed.billing_period_end ?? '')).toEqual(yearAfter(end))
    expect(await paid(other)).toEqual([
      ['business', 449_000],
      ['business', 300_000],
      ['team', 149_000],
      ['team', 0],
    ])
  })

  test('follows a monthly one when its period ends, and the other way round', async () => {
    const other = await another('Zita')
    await other.pays(cards.pays)
    await other.later(14 * day)
    for (const [wanted, amount] of [
      [yearly, 149_000],
      [team, 14_900],
    ] as const) {
      await other.maya.call(contract.cancelSubscription, {})
      const { billing_period_end: end, interval } = await other.subscription()
      const before = (await paid(other)).filter(([, sum]) => sum !== 0)
      const { short_url } = await other.maya.call(contract.subscribe, wanted)
      expect(await other.subscription()).toMatchObject({ interval, ordered_interval: wanted.interval })
      await other.submit({ action: 'pay', card: cards.pays }, short_url)
      expect((await paid(other)).filter(([, sum]) => sum !== 0)).toEqual(before)
      await other.later(Date.parse(end ?? '') - shop.server.clock.now())
      expect(await other.subscription()).toMatchObject({
        ...{ status: 'active', plan_id: 'team', interval: wanted.interval, billing_period_start: end },
        next_payment: { amount },
      })
      expect((await paid(other))[0]).toEqual(['team', amount])
    }
  })

  test('paid once it lasts a year', async () => {
    const other = await another('Yago')
    const order = await other.maya.call(contract.createOrder, yearly)
    expect(order).toMatchObject({ amount: 149_000 })
    await other.submit({ action: 'pay', card: cards.pays }, order.short_url)
    const { billing_period_start: start, billing_period_end: end } = await other.subscription()
    expect(new Date(end ?? '')).toEqual(yearAfter(start))
    await other.later(Date.parse(end ?? '') - shop.server.clock.now())
    expect(await other.subscription()).toMatchObject({ status: 'cancelled', plan_id: 'free' })
  })

  /** The same moment of the next year; none of these begins on 29 February. */
  function yearAfter(at: string | null): Date {
    const date = new Date(at ?? '')
    date.setUTCFullYear(date.getUTCFullYear() + 1)
    return date
  }
})

describe('A failed payment [D36]', () => {
  test('leaves seven days, with three reminders; then the plan ends', async () => {
    const late = await another('Nia')
    const mails = async () => {
      const outbox = await fetch(`${shop.server.url}/outbox.json?to=nia@ridgeway.example`)
      return ((await outbox.json()) as { text: string }[]).filter(({ text }) => text.includes('Nia & Co')).length
    }
    await late.pays(cards.failsLater)
    await late.later(14 * day)
    expect(await late.subscription()).toMatchObject({ status: 'past_due', plan_id: 'team' })
    expect(await mails()).toBe(1)
    await late.later(3 * day)
    await late.later(3 * day)
    expect([await mails(), (await late.subscription()).plan_id]).toEqual([3, 'team'])
    await late.later(day)
    expect([await mails(), await late.subscription()]).toMatchObject([4, { status: 'cancelled', plan_id: 'free' }])
    expect(await late.maya.call(contract.listPayments, {})).toMatchObject([{ status: 'failed' }, { status: 'paid' }])
  })

  test('is made up for with another card', async () => {
    const late = await another('Pia')
    await late.pays(cards.failsLater)
    await late.later(15 * day)
    const due = await late.subscription()
    expect(due).toMatchObject({ status: 'past_due', short_url: expect.any(String), grace_ends_at: expect.any(String) })
    await late.submit({ action: 'pay', card: cards.pays })
    expect(await late.subscription()).toMatchObject({ status: 'active', grace_ends_at: null, short_url: null })
    expect(await late.maya.call(contract.listPayments, {})).toMatchObject([
      { status: 'paid', amount: 14_900 },
      { amount: 0 },
    ])
  })
})
