import { beforeAll, describe, expect, test } from 'vitest'
import * as contract from '#shared/contract/billing/endpoints'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { day } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { closeAtEnd } from '../../../../test/closing'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { jobsOf } from '../../platform/jobs/jobs'
import { RazorpayDouble } from './testing/razorpay-double'
import { StripeDouble } from './testing/stripe-double'

const team = { plan_id: 'team', interval: 'monthly' } as const
const yearly = { plan_id: 'team', interval: 'yearly' } as const
const hidden = /sk_test_hidden|whsec_hidden|hidden-key|hidden-webhook/

let server: TestServer
let maya: Actor

async function connect(double: StripeDouble | RazorpayDouble): Promise<void> {
  await double.open()
  closeAtEnd(() => double.close())
  server = await openTestServer({ settings: { TOKEN_SECONDS: '86400', ...double.settings } })
  double.server = server
  maya = await server.person({ name: 'Maya' })
  await maya.createOrganisation('Ridgeway Cycles')
}

const read = () => maya.call(contract.readSubscription, {})
const payments = async () =>
  (await maya.call(contract.listPayments, {})).map(({ plan_id, amount, status }) => [plan_id, amount, status])

async function later(milliseconds: number): Promise<void> {
  server.clock.set(milliseconds)
  await jobsOf(server.app.context).whenIdle()
  await maya.signIn(maya.address)
}

describe.each([
  ['Stripe', new StripeDouble()],
  ['Razorpay', new RazorpayDouble()],
] as const)('A subscription by %s [1.12, 3.16a, 7.22, D36]', (name, provider) => {
  /** What happens at the provider; everything happens at a second of its own, because the reports count seconds. */
  async function then<T>(work: Promise<T>): Promise<T> {
    const result = await work
    await provider.settled()
    server.clock.set(1_000)
    return result
  }

  beforeAll(() => connect(provider))

  test('begins with a trial once the provider reports it, and not before', async () => {
    const ordered = await then(maya.call(contract.subscribe, team))
    expect(ordered).toMatchObject({ status: 'none', ordered_plan_id: 'team', billing_period_start: null })
    expect(await maya.call(contract.subscribe, team)).toMatchObject({ short_url: ordered.short_url })
    await then(provider.pays(ordered.short_url))
    expect(await read()).toMatchObject({ status: 'trialing', plan_id: 'team', ordered_plan_id: null, short_url: null })
    expect(Date.parse((await read()).billing_period_end ?? '') - server.clock.now()).toBeCloseTo(14 * day, -5)
  })

  test('becomes paid when the trial ends', async () => {
    await later(14 * day)
    await then(provider.renews())
    expect(await read()).toMatchObject({ status: 'active', plan_id: 'team', card: '4242', has_trial: false })
    expect((await payments())[0]).toEqual(['team', 14_900, 'paid'])
  })

  test('a declined card leaves the plan as it is; one that pays changes it at once', async () => {
    provider.declines = true
    await expect(maya.call(contract.upgradeSubscription, { plan_id: 'business' })).rejects.toMatchObject({
      status: 409,
      code: 'billing.declined',
    })
    provider.declines = false
    expect(await read()).toMatchObject({ plan_id: 'team' })
    await then(maya.call(contract.upgradeSubscription, { plan_id: 'business' }))
    expect(await read()).toMatchObject({ plan_id: 'business', status: 'active', next_plan_id: null })
    expect(await maya.call(organisationInfo, {})).toMatchObject({ plan_id: 'business' })
    expect((await payments())[0]).toEqual(['business', 30_000, 'paid'])
  })

  test('becomes smaller at the end of the period, unless it is kept before', async () => {
    await then(maya.call(contract.downgradeSubscription, { plan_id: 'team' }))
    expect(await read()).toMatchObject({ plan_id: 'business', next_plan_id: 'team' })
    await then(maya.call(contract.resumeSubscription, {}))
    expect(await read()).toMatchObject({ plan_id: 'business', next_plan_id: null })
    await then(maya.call(contract.downgradeSubscription, { plan_id: 'team' }))
    await later(31 * day)
    await then(provider.renews())
    expect(await read()).toMatchObject({ plan_id: 'team', status: 'active', next_plan_id: null })
  })

  test('a payment that fails leaves seven days, and is made up for', async () => {
    await later(31 * day)
    await then(provider.renews(false))
    const due = await read()
    expect(due).toMatchObject({ status: 'past_due', plan_id: 'team', short_url: expect.stringMatching(/^https:/) })
    expect(due.grace_ends_at).not.toBeNull()
    expect((await payments())[0]).toEqual(['team', 14_900, 'failed'])
    const before = (await payments()).length
    await then(provider.paysDue())
    expect(await read()).toMatchObject({ status: 'active', grace_ends_at: null, short_url: null })
    expect((await payments())[0]).toEqual(['team', 14_900, 'paid'])
    expect(await payments()).toHaveLength(before)
  })

  test('a payment that is given back in full is shown so', async () => {
    await then(provider.refunds())
    expect((await payments()).filter(([, , status]) => status === 'refunded')).toHaveLength(1)
  })

  test('ends at the end of the period if it is cancelled, and can be kept before', async () => {
    await then(maya.call(contract.cancelSubscription, {}))
    expect(await read()).toMatchObject({ is_subscription_about_to_end: true, plan_id: 'team', next_payment: null })
    const kept = await then(maya.call(contract.resumeSubscription, {}))
    // Razorpay needs a new consent.
    if (name === 'Razorpay') await then(provider.pays(kept.short_url))
    expect(await read()).toMatchObject({
      is_subscription_about_to_end: false,
      plan_id: 'team',
      status: 'active',
      short_url: null,
      next_payment: { amount: 14_900 },
    })
    await then(maya.call(contract.cancelSubscription, {}))
    expect(await read()).toMatchObject({ is_subscription_about_to_end: true, plan_id: 'team' })
    await later(31 * day)
    await then(provider.ends())
    expect(await read()).toMatchObject({ status: 'cancelled', plan_id: 'free' })
  })

  test('chosen again it is paid at once; unpaid for seven days it ends here and at the provider', async () => {
    const again = await then(maya.call(contract.subscribe, team))
    await then(provider.pays(again.short_url))
    expect(await read()).toMatchObject({ status: 'active', plan_id: 'team' })
    await later(31 * day)
    await then(provider.renews(false))
    await later(7 * day)
    await then(Promise.resolve())
    expect(await read()).toMatchObject({ status: 'cancelled', plan_id: 'free' })
    expect(provider.statuses.at(-1)).toMatch(/^cancell?ed$/)
  })

  test('every report once more, in the opposite order, changes nothing', async () => {
    const before = [await read(), await payments()]
    for (const report of [...provider.reports].reverse()) expect((await provider.deliver(report)).status).toBe(200)
    expect([await read(), await payments()]).toEqual(before)
  })

  test('one period without renewal is an order', async () => {
    const order = await then(maya.call(contract.createOrder, team))
    expect(order).toMatchObject({ status: 'created', amount: 14_900 })
    const { order_id } = order
    await maya.call(contract.updateOrder, { order_id, reference: 'PO 4711' })
    const wrong = { order_id, payment_id: 'pay_1', signature: 'f'.repeat(64) }
    await expect(maya.call(contract.checkSignature, wrong)).rejects.toMatchObject({ code: 'billing.wrong_signature' })
    if (provider instanceof RazorpayDouble) {
      expect(order).toMatchObject({ short_url: null, key_id: 'rzp_test_1' })
      expect(provider.noteOf(order_id)).toBe('PO 4711')
      const returned = await then(provider.paysOrder(order_id))
      expect(await maya.call(contract.checkSignature, { order_id, ...returned })).toMatchObject({ plan_id: 'team' })
    } else await then(provider.pays(order.short_url))
    expect(await read()).toMatchObject({ plan_id: 'team', status: 'active', is_subscription_about_to_end: true })
    expect(await maya.call(contract.listPayments, {})).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ reference: 'PO 4711', amount: 14_900, status: 'paid' })]),
    )
  })

  test('what others do in the same account, and reports that are not signed, change nothing', async () => {
    const before = await read()
    const { length } = provider.reports
    await provider.reportsForeign()
    expect(provider.reports.length).toBeGreaterThan(length)
    const [report] = provider.reports
    if (!report) throw new Error('There were reports.')
    const forged = { ...report, text: report.text.replace('"', ' "') }
    const path = contract.webhookPath.replace('{provider}', name.toLowerCase())
    const unsigned = await fetch(new URL(path, server.url), { method: 'POST', body: forged.text })
    expect(unsigned.status).toBe(400)
    expect(await read()).toEqual(before)
  })

  test('a provider that fails is an error, and nothing else; its secrets are in no log', async () => {
    await later(62 * day)
    provider.failing.push(401)
    await expect(maya.call(contract.subscribe, { ...team, interval: 'yearly' })).rejects.toMatchObject({
      status: 502,
      code: 'billing.provider_failed',
    })
    expect(await read()).toMatchObject({ ordered_plan_id: null })
    expect(server.logLines.join('')).toContain(`${name} answered 401`)
    expect(server.logLines.join('')).not.toMatch(hidden)
  })
})

describe.each([
  ['Stripe', new StripeDouble()],
  ['Razorpay', new RazorpayDouble()],
] as const)('A yearly subscription by %s [D31, D36]', (_name, provider) => {
  async function then<T>(work: Promise<T>): Promise<T> {
    const result = await work
    await provider.settled()
    server.clock.set(1_000)
    return result
  }
  const days = async () => {
    const { billing_period_start: start, billing_period_end: end } = await read()
    return (Date.parse(end ?? '') - Date.parse(start ?? '')) / day
  }
  let year: string | null

  beforeAll(() => connect(provider))

  test('costs the price of a year after its trial, and lasts a year', async () => {
    const ordered = await then(maya.call(contract.subscribe, yearly))
    expect(ordered).toMatchObject({ ordered_plan_id: 'team', ordered_interval: 'yearly' })
    await then(provider.pays(ordered.short_url))
    expect(await read()).toMatchObject({
      status: 'trialing',
      interval: 'yearly',
      next_payment: { amount: 149_000, currency: 'USD' },
    })
    await later(14 * day)
    await then(provider.renews())
    expect(await read()).toMatchObject({ status: 'active', interval: 'yearly', next_payment: { amount: 149_000 } })
    expect(await days()).toBe(365)
    expect((await payments())[0]).toEqual(['team', 149_000, 'paid'])
  })

  test('becomes larger for the difference of the yearly prices', async () => {
    year = (await read()).billing_period_end
    await then(maya.call(contract.upgradeSubscription, { plan_id: 'business' }))
    expect(await read()).toMatchObject({
      ...{ plan_id: 'business', interval: 'yearly', billing_period_end: year },
      next_payment: { amount: 449_000, at: year },
    })
    expect((await payments())[0]).toEqual(['business', 300_000, 'paid'])
  })

  test('is renewed by a year, with the smaller plan that was chosen for then', async () => {
    await then(maya.call(contract.downgradeSubscription, { plan_id: 'team' }))
    expect(await read()).toMatchObject({ plan_id: 'business', next_plan_id: 'team', next_payment: { amount: 149_000 } })
    await later(Date.parse(year ?? '') - server.clock.now())
    await then(provider.renews())
    expect(await read()).toMatchObject({ plan_id: 'team', interval: 'yearly', billing_period_start: year })
    // 29 February 2028 is in it.
    expect(await days()).toBe(366)
    expect((await payments())[0]).toEqual(['team', 149_000, 'paid'])
  })

  test('becomes a monthly one when its year ends, and that one becomes yearly when its month ends', async () => {
    const changes = async (wanted: typeof team | typeof yearly) => {
      await then(maya.call(contract.cancelSubscription, {}))
      const { billing_period_end: end, interval } = await read()
      const ordered = await then(maya.call(contract.subscribe, wanted))
      expect(ordered).toMatchObject({ interval, ordered_interval: wanted.interval, billing_period_end: end })
      const before = (await payments()).filter(([, amount]) => amount !== 0)
      await then(provider.pays(ordered.short_url))
      // Nothing is paid before the old period ends.
      expect((await payments()).filter(([, amount]) => amount !== 0)).toEqual(before)
      await later(Date.parse(end ?? '') - server.clock.now())
      await then(provider.renews())
      expect(await read()).toMatchObject({ plan_id: 'team', status: 'active', interval: wanted.interval })
    }
    await changes(team)
    expect(await days()).toBe(31)
    expect((await payments())[0]).toEqual(['team', 14_900, 'paid'])
    await changes(yearly)
    expect(await days()).toBe(365)
    expect((await payments())[0]).toEqual(['team', 149_000, 'paid'])
  })

  test('paid once it lasts a year without renewal', async () => {
    await then(maya.call(contract.cancelSubscription, {}))
    await later(366 * day)
    await then(provider.ends())
    expect(await read()).toMatchObject({ status: 'cancelled', plan_id: 'free' })
    const order = await then(maya.call(contract.createOrder, yearly))
    expect(order).toMatchObject({ amount: 149_000, interval: 'yearly' })
    if (provider instanceof RazorpayDouble) await then(provider.paysOrder(order.order_id))
    else await then(provider.pays(order.short_url))
    expect(await read()).toMatchObject({ plan_id: 'team', interval: 'yearly', is_subscription_about_to_end: true })
    expect(await days()).toBeOneOf([365, 366])
    expect((await payments())[0]).toEqual(['team', 149_000, 'paid'])
  })
})

describe('The signature of Stripe [D36]', () => {
  const provider = new StripeDouble()
  beforeAll(() => connect(provider))

  test('is of this secret, of these bytes, and not older than five minutes', async () => {
    const text = JSON.stringify({ id: 'evt_x', type: 'product.created', created: 1, data: { object: {} } })
    const sent = async (signature: string, body = text) =>
      (
        await fetch(new URL('/payments/webhook/stripe', server.url), {
          method: 'POST',
          headers: { 'stripe-signature': signature },
          body,
        })
      ).status
    expect(await sent(provider.signatureOf(text, provider.now))).toBe(200)
    expect(await sent(provider.signatureOf(text, provider.now - 299))).toBe(200)
    expect(await sent(provider.signatureOf(text, provider.now - 301))).toBe(400)
    expect(await sent(provider.signatureOf(text, provider.now + 301))).toBe(400)
    expect(await sent(provider.signatureOf(text, provider.now), `${text} `)).toBe(400)
    expect(await sent(provider.signatureOf(text, provider.now, 'whsec_other'))).toBe(400)
    expect(await sent(`t=${provider.now}`)).toBe(400)
    expect(await sent('')).toBe(400)
  })

  test('a report that cannot be understood yet is answered 502, so that it is sent again', async () => {
    const { short_url } = await maya.call(contract.subscribe, team)
    await provider.pays(short_url)
    const report = provider.reports.find(({ text }) => text.includes('customer.subscription.created'))
    if (!report) throw new Error('It was reported.')
    provider.failing.push(400)
    const again = await provider.deliver(report)
    expect([again.status, await again.json()]).toMatchObject([502, { code: 'billing.provider_failed' }])
    expect((await provider.deliver(report)).status).toBe(200)
  })
})
