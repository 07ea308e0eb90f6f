import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SignInOptions } from '#shared/contract/profile/endpoints'
import { eventually } from '#shared/testing/eventually'
import { settled, TestClock } from '../platform/test-clock'
import { GoogleSignIn } from './google'
import { askForProvider, type Fetch } from './server'

type Provider = SignInOptions['google']
const provider = {
  authorization_endpoint: 'https://accounts.example/auth?prompt=select_account',
  client_id: 'wheelhouse',
}

afterEach(() => {
  vi.restoreAllMocks()
})

function computer(
  changes: { provider?: () => Promise<Provider>; openBrowser?: (address: string) => Promise<void> } = {},
) {
  const clock = new TestClock()
  const opened: URL[] = []
  const world = { returns: 0 }
  const google = new GoogleSignIn({
    clock,
    provider: async () => provider,
    openBrowser: async address => void opened.push(new URL(address)),
    page: isGood => ({
      language: 'en',
      title: isGood ? 'Continue in Wheelhouse' : 'You were not signed in',
      text: 'Close it.',
    }),
    onReturn: () => {
      world.returns += 1
    },
    ...changes,
  })
  /** Waits until the browser was opened for the nth time. */
  const browser = async (nth = 1) => {
    await eventually(() => expect(opened).toHaveLength(nth))
    const query = opened[nth - 1]?.searchParams ?? new URLSearchParams()
    const redirect = new URL(query.get('redirect_uri') ?? '')
    const comeBack = (answer: Record<string, string>, init: RequestInit = {}) => {
      const address = new URL(redirect)
      address.search = new URLSearchParams(answer).toString()
      return fetch(address, init)
    }
    return { query, redirect, comeBack, state: query.get('state') ?? '' }
  }
  return { google, clock, opened, browser, world }
}

/** Whether something listens at an address. */
const answers = (address: URL) =>
  new Promise<boolean>(resolve => {
    const socket = connect(Number(address.port), address.hostname)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

describe('Signing in with Google in the person’s browser [D11]', () => {
  test('the browser opens the provider with PKCE, state, nonce and a loopback redirect', async () => {
    const { google, opened, browser } = computer()
    const done = google.begin()
    const { query, redirect } = await browser()
    expect(opened[0]?.origin).toBe('https://accounts.example')
    expect(Object.fromEntries(query)).toMatchObject({
      prompt: 'select_account',
      client_id: 'wheelhouse',
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    expect(redirect.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login$/)
    const secrets = ['state', 'nonce', 'code_challenge'].map(name => query.get(name) ?? '')
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
    expect(new Set(secrets).size).toBe(3)
    google.cancel()
    await done
  })

  test('the reply is ready for the server, the browser asks to continue in the app, and the listener is closed', async () => {
    const { google, browser, world, clock } = computer()
    const done = google.begin()
    const { query, redirect, comeBack, state } = await browser()
    const response = await comeBack({ code: 'from-google', state })
    expect(await response.text()).toContain('<h1>Continue in Wheelhouse</h1>')
    const result = await done
    expect(result).toMatchObject({
      outcome: 'done',
      code: 'from-google',
      redirect_uri: redirect.href,
      nonce: query.get('nonce'),
    })
    const verifier = result.outcome === 'done' ? result.code_verifier : ''
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(query.get('code_challenge'))
    expect(await answers(redirect)).toBe(false)
    expect({ returns: world.returns, timers: clock.waiting }).toEqual({ returns: 1, timers: 0 })
  })

  test('the final page in the browser runs nothing, loads nothing and is not cached', async () => {
    const { google, browser } = computer()
    const done = google.begin()
    const { comeBack, state } = await browser()
    const response = await comeBack({ code: 'x', state })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(await response.text()).not.toMatch(/<script|src=|href=/)
    await done
  })

  test.each([
    ['a state that is not ours', { code: 'from-google', state: 'forged' }, 'mismatch'],
    ['no state', { code: 'from-google' }, 'mismatch'],
  ])('%s signs nobody in, and is reported', async (_, answer: Record<string, string>, outcome) => {
    const { google, browser } = computer()
    const done = google.begin()
    const { comeBack, redirect } = await browser()
    expect(await (await comeBack(answer)).text()).toContain('You were not signed in')
    expect(await done).toEqual({ outcome })
    expect(await answers(redirect)).toBe(false)
  })

  test('a person who declines at the provider is not signed in', async () => {
    const { google, browser } = computer()
    const done = google.begin()
    const { comeBack, state, redirect } = await browser()
    await comeBack({ error: 'access_denied', state })
    expect(await done).toEqual({ outcome: 'refused' })
    expect(await answers(redirect)).toBe(false)
  })

  test('other requests get nothing, and end nothing', async () => {
    const { google, browser } = computer()
    const done = google.begin()
    const { redirect, state, comeBack } = await browser()
    const strangers = [
      fetch(new URL('/elsewhere', redirect)),
      fetch(new URL('/', redirect)),
      comeBack({ code: 'x', state }, { method: 'POST' }),
      fetch(`http://localhost:${redirect.port}/login?code=x&state=${state}`),
    ]
    for (const stranger of await Promise.all(strangers)) expect(stranger.status).toBe(404)
    await comeBack({ code: 'from-google', state })
    expect(await done).toMatchObject({ outcome: 'done', code: 'from-google' })
  })

  test('nobody waits longer than five minutes', async () => {
    const { google, browser, clock } = computer()
    const done = google.begin()
    const { redirect } = await browser()
    await clock.pass(5 * 60_000 - 1)
    expect(await answers(redirect)).toBe(true)
    await clock.pass(1)
    expect(await done).toEqual({ outcome: 'timed_out' })
    expect(await answers(redirect)).toBe(false)
  })

  test('it can be cancelled, and starting again ends the first attempt', async () => {
    const { google, browser } = computer()
    const first = google.begin()
    const started = await browser(1)
    const second = google.begin()
    expect(await first).toEqual({ outcome: 'cancelled' })
    const two = await browser(2)
    expect(await answers(started.redirect)).toBe(false)
    google.cancel()
    google.cancel()
    expect(await second).toEqual({ outcome: 'cancelled' })
    expect(await answers(two.redirect)).toBe(false)
  })

  test('if it is cancelled while the server is asked, no browser is opened', async () => {
    let answer = (_: Provider) => {}
    const asked = new Promise<Provider>(resolve => {
      answer = resolve
    })
    const { google, opened } = computer({ provider: () => asked })
    const done = google.begin()
    google.cancel()
    answer(provider)
    expect(await done).toEqual({ outcome: 'cancelled' })
    await settled()
    expect(opened).toEqual([])
  })

  test.each([
    'http://accounts.example/auth',
    'file:///etc/passwd',
    'ms-settings:x',
    'https://maya@accounts.example/auth',
    'http://127.0.0.1.evil.example/auth',
  ])('no browser is opened at %s (15)', async authorization_endpoint => {
    const { google, opened } = computer({ provider: async () => ({ ...provider, authorization_endpoint }) })
    expect(await google.begin()).toEqual({ outcome: 'unavailable' })
    expect(opened).toEqual([])
  })

  test('a server without a provider or out of reach, and a computer without a browser, are reported', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const away = async () => {
      throw new Error('away')
    }
    expect(await computer({ provider: async () => null }).google.begin()).toEqual({ outcome: 'unavailable' })
    expect(await computer({ provider: away }).google.begin()).toEqual({ outcome: 'unavailable' })
    const { google, clock } = computer({ openBrowser: away })
    expect(await google.begin()).toEqual({ outcome: 'unavailable' })
    expect(clock.waiting).toBe(0)
    expect(log).toHaveBeenCalledTimes(2)
  })
})

describe("The server's description of its provider", () => {
  test('is only accepted in the shape of the contract', async () => {
    const asked: string[] = []
    const answering = (data: unknown) => async (input: Parameters<Fetch>[0]) => {
      asked.push(new Request(input).url)
      return Response.json({ data, status: 200, message: '' })
    }
    const server = 'https://w.example'
    expect(await askForProvider(server, answering({ google: provider, outbox: null }))).toEqual(provider)
    expect(await askForProvider(server, answering({ google: null, outbox: null }))).toBeNull()
    await expect(askForProvider(server, answering({ google: 'yes' }))).rejects.toThrow()
    expect(asked[0]).toBe('https://w.example/user/authentication/options')
  })
})
