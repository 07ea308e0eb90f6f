import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listenOnLoopback } from '../../../test/loopback'
import { readSettings, type Settings } from '../settings'
import { checkPayment } from './check-payment'

const key = `sk_live_${'a1'.repeat(12)}`
const secret = `whsec_${'b2'.repeat(12)}`
const stripe = { BILLING: 'stripe', STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret }
const razorpay = {
  BILLING: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_live_A1b2C3d4E5f6',
  RAZORPAY_KEY_SECRET: 'c3'.repeat(12),
  RAZORPAY_WEBHOOK_SECRET: 'a long secret'.replaceAll(' ', '-'),
}
const site = 'https://wheelhouse.example'

let close = () => {}
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

/** An API of a provider at a loopback address. */
async function api(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  close = () => void server.close()
  return `http://127.0.0.1:${await listenOnLoopback(server)}`
}

/** The public address answers this; everything else is really asked. */
function siteAnswers(status: number | null): URL[] {
  const asked: URL[] = []
  const really = fetch
  vi.stubGlobal('fetch', async (address: URL, request: RequestInit) => {
    if (address.origin !== site) return really(address, request)
    asked.push(address)
    if (status === null) throw new TypeError('fetch failed')
    return new Response(null, { status })
  })
  return asked
}

/** The answer about these settings, in which no secret may be. */
async function answerTo(environment: Record<string, string>) {
  const settings: Settings = readSettings({ DATA_DIR: '/nowhere', PUBLIC_URL: site, ...environment })
  const answer = await checkPayment(settings)
  for (const hidden of [key, secret, razorpay.RAZORPAY_KEY_SECRET, razorpay.RAZORPAY_WEBHOOK_SECRET])
    expect(answer.says).not.toContain(hidden)
  return answer
}

describe('Doctor looks at payment [D36, D39]', () => {
  test('a provider that knows the key and an address that refuses unsigned reports are right', async () => {
    const seen: unknown[] = []
    const STRIPE_URL = await api(({ url, headers }, response) => {
      seen.push([url, headers.authorization])
      response.end('{}')
    })
    const asked = siteAnswers(400)
    expect(await answerTo({ ...stripe, STRIPE_URL })).toEqual({
      state: 'ok',
      says: `Stripe knows the key, and ${site}/payments/webhook/stripe is open for its reports`,
    })
    expect(seen).toEqual([['/v1/prices?limit=1', `Bearer ${key}`]])
    expect(asked.map(String)).toEqual([`${site}/payments/webhook/stripe`])
    const tried = await answerTo({ ...stripe, STRIPE_URL, STRIPE_SECRET_KEY: key.replace('live', 'test') })
    expect(tried).toMatchObject({ state: 'note', says: expect.stringContaining('no money moves') })
  })

  test('so it is for Razorpay, whose key has two parts', async () => {
    let authorization: string | undefined
    const RAZORPAY_URL = await api((request, response) => {
      authorization = request.headers.authorization
      response.end('{}')
    })
    siteAnswers(400)
    expect((await answerTo({ ...razorpay, RAZORPAY_URL })).state).toBe('ok')
    expect(Buffer.from(authorization?.slice(6) ?? '', 'base64').toString()).toBe(
      `${razorpay.RAZORPAY_KEY_ID}:${razorpay.RAZORPAY_KEY_SECRET}`,
    )
  })

  test('a key that the provider refuses, and a provider that is away, are to be fixed', async () => {
    const STRIPE_URL = await api((_request, response) => response.writeHead(401).end())
    expect(await answerTo({ ...stripe, STRIPE_URL })).toEqual({
      state: 'fix',
      says: 'Stripe refused the key (401); check STRIPE_SECRET_KEY',
    })
    expect(await answerTo({ ...stripe, STRIPE_URL: 'http://127.0.0.1:9' })).toMatchObject({
      state: 'fix',
      says: expect.stringContaining('does not answer'),
    })
  })

  test.each([
    ['STRIPE_SECRET_KEY', { ...stripe, STRIPE_SECRET_KEY: 'sk_live_cut' }],
    ['STRIPE_WEBHOOK_SECRET', { ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_cut' }],
    ['RAZORPAY_KEY_ID', { ...razorpay, RAZORPAY_KEY_ID: 'rzp_other' }],
    ['RAZORPAY_KEY_SECRET', { ...razorpay, RAZORPAY_KEY_SECRET: 'two words are no key' }],
    ['RAZORPAY_WEBHOOK_SECRET', { ...razorpay, RAZORPAY_WEBHOOK_SECRET: 'short' }],
  ])('%s of another form is named without asking anybody', async (name, settings) => {
    const answer = await answerTo(settings)
    expect(answer.state).toBe('fix')
    expect(answer.says).toMatch(new RegExp(`^${name} cannot be right`))
  })

  test('an address that is not public, that nobody answers, or that another program answers is to be fixed', async () => {
    const STRIPE_URL = await api((_request, response) => response.end('{}'))
    const settings = { ...stripe, STRIPE_URL }
    expect(await answerTo({ ...settings, PUBLIC_URL: 'http://wheelhouse.example' })).toMatchObject({
      state: 'fix',
      says: expect.stringContaining('set PUBLIC_URL'),
    })
    siteAnswers(null)
    expect((await answerTo(settings)).says).toMatch(/does not answer this computer; start the server/)
    siteAnswers(404)
    expect((await answerTo(settings)).says).toMatch(/answered 404, so another program/)
  })

  test('without a provider it says what that means', async () => {
    expect((await answerTo({ BILLING: 'off' })).state).toBe('ok')
    expect(await answerTo({ BILLING: 'sandbox' })).toMatchObject({ state: 'note' })
  })
})
