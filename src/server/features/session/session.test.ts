import { beforeAll, describe, expect, test } from 'vitest'
import { fetchProfile } from '#shared/contract/profile/endpoints'
import {
  changeAddress,
  getTokens,
  sendEmailCode,
  sendPhoneCode,
  signOut,
  verifyCode,
} from '#shared/contract/session/endpoints'
import { openTestServer, type TestServer } from '../../../../test/test-server'

const minute = 60_000
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})

describe('One-time codes [D10]', () => {
  test('a phone and an e-mail sign in with the code that was sent to them', async () => {
    const maya = await server.person({ name: 'Maya Okafor', phone: '+1 555 014 2277' })
    const tom = await server.person({ name: 'Tom Reyes', email: 'Tom@Ridgeway.example' })
    expect(await maya.profile()).toMatchObject({
      user_displayname: 'Maya Okafor',
      user_phone: '+15550142277',
      isNewUser: false,
    })
    expect(await tom.profile()).toMatchObject({ user_email: 'tom@ridgeway.example' })
  })

  test('the answer is the same whether or not somebody has the address', async () => {
    const stranger = server.stranger()
    const known = await stranger.reply(sendEmailCode, { email: 'tom@ridgeway.example' })
    const unknown = await stranger.reply(sendEmailCode, { email: 'nobody@ridgeway.example' })
    expect(known).toEqual(unknown)
  })

  test('after five wrong attempts even the right code is refused, and a new one works', async () => {
    const stranger = server.stranger()
    const email = 'wrong@ridgeway.example'
    await stranger.call(sendEmailCode, { email })
    const right = await stranger.codeFor(email)
    const wrong = right === '000000' ? '000001' : '000000'
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await expect(stranger.call(verifyCode, { email, OTP: wrong })).rejects.toMatchObject({
        status: 400,
        code: 'code.wrong',
      })
    }
    await expect(stranger.call(verifyCode, { email, OTP: wrong })).rejects.toMatchObject({
      code: 'code.too_many_attempts',
    })
    await expect(stranger.call(verifyCode, { email, OTP: right })).rejects.toMatchObject({
      code: 'code.too_many_attempts',
    })
    server.clock.advance(1000)
    expect(await stranger.signIn(email)).toMatchObject({ isNewUser: true })
  })

  test('a code works once and for five minutes', async () => {
    const stranger = server.stranger()
    const email = 'late@ridgeway.example'
    await stranger.call(sendEmailCode, { email })
    const OTP = await stranger.codeFor(email)
    server.clock.advance(5 * minute)
    await expect(stranger.call(verifyCode, { email, OTP })).rejects.toMatchObject({ code: 'code.expired' })
    await stranger.call(sendEmailCode, { email })
    const fresh = await stranger.codeFor(email)
    await stranger.call(verifyCode, { email, OTP: fresh })
    await expect(stranger.call(verifyCode, { email, OTP: fresh })).rejects.toMatchObject({ code: 'code.expired' })
  })

  test('an address gets five codes an hour, an IP address twenty', async () => {
    const stranger = server.stranger()
    const ask = (email: string) => stranger.call(sendEmailCode, { email })
    for (let sent = 0; sent < 5; sent += 1) await ask('often@ridgeway.example')
    await expect(ask('often@ridgeway.example')).rejects.toMatchObject({ status: 429, code: 'code.too_many_sent' })
    for (let sent = 5; sent < 20; sent += 1) await ask(`other.${sent}@ridgeway.example`)
    await expect(ask('one.more@ridgeway.example')).rejects.toMatchObject({ code: 'code.too_many_sent' })
    server.clock.advance(61 * minute)
    await ask('often@ridgeway.example')
  })

  test('concurrent requests for codes are counted one after the other', async () => {
    const sent = async (asked: Promise<{ status: number; code?: string | undefined }>[]) => {
      const replies = await Promise.all(asked)
      const refused = replies.filter(({ status }) => status !== 200)
      expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['code.too_many_sent']))
      return replies.length - refused.length
    }
    const toOne = () => server.stranger().reply(sendEmailCode, { email: 'at.once@ridgeway.example' })
    expect(await sent(Array.from({ length: 40 }, toOne))).toBe(5)
    const stranger = server.stranger()
    const fromOne = (nr: number) => stranger.reply(sendEmailCode, { email: `each.${nr}@ridgeway.example` })
    expect(await sent(Array.from({ length: 29 }, (_, nr) => fromOne(nr)))).toBe(20)
  })

  test('an account gets ten codes a day, over both of its addresses; the error says when the next one is available', async () => {
    const email = 'maya.daily@ridgeway.example'
    const phone = '+15550142233'
    const maya = await server.person({ name: 'Maya Daily', email })
    await maya.call(sendPhoneCode, { phone_number: phone })
    await maya.call(changeAddress, { phone_number: phone, OTP: await maya.codeFor(phone) })
    const begin = server.clock.now()
    const errorOf = async (response: Response) => ({
      code: ((await response.json()) as { code: string }).code,
      seconds: Number(response.headers.get('retry-after')),
    })
    const ask = async (body: object) => {
      const path = 'email' in body ? 'otp' : 'sendOTP'
      return fetch(`${server.url}/user/authentication/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': server.stranger().ip },
        body: JSON.stringify(body),
      })
    }
    // One was sent to each address at the beginning.
    for (let sent = 0; sent < 4; sent += 1) expect((await ask({ email })).status).toBe(200)
    expect(await errorOf(await ask({ email }))).toEqual({ code: 'code.too_many_sent', seconds: 3_600 })
    server.clock.advance(61 * minute)
    for (let sent = 0; sent < 4; sent += 1) expect((await ask({ phone_number: phone })).status).toBe(200)
    server.clock.advance(61 * minute)
    const passed = (server.clock.now() - begin) / 1_000
    for (const body of [{ email }, { phone_number: phone }])
      expect(await errorOf(await ask(body))).toEqual({ code: 'code.too_many_sent', seconds: 24 * 3_600 - passed })
    // Other people can still sign in.
    expect((await ask({ email: 'other.daily@ridgeway.example' })).status).toBe(200)
    server.clock.advance((24 * 3_600 - passed) * 1_000)
    expect((await ask({ email })).status).toBe(200)
  })

  test('concurrent guesses are counted one after the other', async () => {
    const stranger = server.stranger()
    const email = 'guessed@ridgeway.example'
    await stranger.call(sendEmailCode, { email })
    const right = await stranger.codeFor(email)
    const wrong = right === '000000' ? '000001' : '000000'
    const guess = (OTP: string) => stranger.reply(verifyCode, { email, OTP })
    const replies = await Promise.all(Array.from({ length: 20 }, () => guess(wrong)))
    expect(replies.filter(({ code }) => code === 'code.wrong')).toHaveLength(4)
    expect(await guess(right)).toMatchObject({ status: 429, code: 'code.too_many_attempts' })
  })

  test('requests from one /64 of IPv6 count as one network', async () => {
    const from = (ip: string, email: string) =>
      server.stranger().reply(sendEmailCode, { email }, { headers: { 'x-forwarded-for': ip } })
    for (let nr = 0; nr < 20; nr += 1)
      expect((await from(`2001:db8:7:1::${nr + 1}`, `v6.${nr}@ridgeway.example`)).status).toBe(200)
    expect(await from('2001:db8:7:1:ffff::1', 'v6.more@ridgeway.example')).toMatchObject({ status: 429 })
    expect((await from('2001:db8:7:2::1', 'v6.next@ridgeway.example')).status).toBe(200)
  })

  test('an invalid address is named in the issues', async () => {
    const stranger = server.stranger()
    await expect(stranger.call(sendPhoneCode, { phone_number: '0123' })).rejects.toMatchObject({
      status: 400,
      code: 'request.invalid',
      issues: [{ path: 'phone_number' }],
    })
  })
})

describe('Tokens [D9]', () => {
  test('an ID token is valid for an hour [9.2a], an unreadable one never [9.2b]', async () => {
    const maya = await server.person({ name: 'Maya Later' })
    server.clock.advance(59 * minute)
    await maya.profile()
    server.clock.advance(2 * minute)
    await expect(maya.profile()).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining('Unauthorized'),
    })
    if (maya.tokens) maya.tokens = { ...maya.tokens, IdToken: 'not-a-token' }
    await expect(maya.profile()).rejects.toMatchObject({ status: 401, code: 'session.required' })
  })

  test('a refresh token gives new tokens once; two tabs that race within ten seconds both continue', async () => {
    const maya = await server.person({ name: 'Maya Two Tabs' })
    const refresh_token = maya.tokens?.RefreshToken ?? ''
    const first = await maya.call(getTokens, { refresh_token })
    server.clock.advance(9_000)
    const second = await maya.call(getTokens, { refresh_token })
    expect(second.RefreshToken).toBe(first.RefreshToken)
    maya.tokens = second
    await maya.profile()
  })

  test('one refresh token that is used a hundred times at once has one successor [7.16b]', async () => {
    const maya = await server.person({ name: 'Maya Hundred' })
    const refresh_token = maya.tokens?.RefreshToken ?? ''
    const all = await Promise.all(Array.from({ length: 100 }, () => maya.call(getTokens, { refresh_token })))
    for (const tokens of all)
      expect(tokens).toEqual({
        IdToken: expect.any(String),
        AccessToken: expect.any(String),
        RefreshToken: expect.stringMatching(/^[\w-]{43}$/),
      })
    const [successor = '', ...others] = new Set(all.map(({ RefreshToken }) => RefreshToken))
    expect(others).toEqual([])
    expect(successor).not.toBe(refresh_token)
    const kept = await server.asOwner<{ row: string }>(
      `select r::text as row from refresh_tokens r join sessions s on s.id = r.session_id where s.user_id = ${maya.user_id}`,
    )
    // The one from signing in and its successor, neither of which is readable.
    expect(kept).toHaveLength(2)
    for (const { row } of kept) expect(row).not.toContain(successor)
    maya.tokens = await maya.call(getTokens, { refresh_token: successor })
    await maya.profile()
  })

  test('a used refresh token that is presented later ends the whole session', async () => {
    const maya = await server.person({ name: 'Maya Robbed' })
    const stolen = maya.tokens?.RefreshToken ?? ''
    maya.tokens = await maya.call(getTokens, { refresh_token: stolen })
    server.clock.advance(11_000)
    const thief = server.stranger()
    await expect(thief.call(getTokens, { refresh_token: stolen })).rejects.toMatchObject({
      status: 401,
      code: 'session.refresh_refused',
    })
    await expect(maya.call(getTokens, { refresh_token: maya.tokens.RefreshToken })).rejects.toMatchObject({
      status: 401,
    })
    await expect(maya.profile()).rejects.toMatchObject({ status: 401, code: 'session.expired' })
  })

  test('a refresh token expires after thirty days', async () => {
    const maya = await server.person({ name: 'Maya Away' })
    server.clock.advance(30 * 24 * 60 * minute + 1000)
    await expect(maya.call(getTokens, { refresh_token: maya.tokens?.RefreshToken ?? '' })).rejects.toMatchObject({
      status: 401,
    })
  })

  test('signing out ends the session everywhere at once [4.4a]', async () => {
    const maya = await server.person({ name: 'Maya Leaves' })
    const refresh_token = maya.tokens?.RefreshToken ?? ''
    await maya.call(signOut, { refresh_token })
    await expect(maya.profile()).rejects.toMatchObject({ status: 401, code: 'session.expired' })
    await expect(maya.call(getTokens, { refresh_token })).rejects.toMatchObject({ code: 'session.refresh_refused' })
  })

  test('an access token authorises no HTTP call', async () => {
    const maya = await server.person({ name: 'Maya Swapped' })
    if (maya.tokens) maya.tokens = { ...maya.tokens, IdToken: maya.tokens.AccessToken }
    await expect(maya.profile()).rejects.toMatchObject({ status: 401 })
  })
})

describe('One’s own address [7.16a]', () => {
  test('a new phone is added to the account once its code is given, and not before', async () => {
    const maya = await server.person({ name: 'Maya Moves' })
    const phone_number = '+15550199001'
    await maya.call(sendPhoneCode, { phone_number })
    const code = await maya.codeFor(phone_number)
    await expect(
      maya.call(changeAddress, { phone_number, OTP: code === '123456' ? '654321' : '123456' }),
    ).rejects.toMatchObject({ code: 'code.wrong' })
    expect((await maya.profile()).user_phone).toBeNull()
    expect(await maya.call(changeAddress, { phone_number, OTP: code })).toMatchObject({ user_phone: phone_number })
  })

  test('an address of somebody else is refused', async () => {
    await server.person({ name: 'Noor Haddad', phone: '+15550199002' })
    const maya = await server.person({ name: 'Maya Takes' })
    await maya.call(sendPhoneCode, { phone_number: '+15550199002' })
    const OTP = await maya.codeFor('+15550199002')
    await expect(maya.call(changeAddress, { phone_number: '+15550199002', OTP })).rejects.toMatchObject({
      status: 409,
      code: 'address.taken',
    })
  })
})

test('the token determines who acts, whatever ids the request names [D6]', async () => {
  const maya = await server.person({ name: 'Maya Herself' })
  const tom = await server.person({ name: 'Tom Himself' })
  const { user_id } = maya
  maya.user_id = tom.user_id
  await expect(maya.call(fetchProfile, {})).rejects.toMatchObject({ status: 403, code: 'request.identity_mismatch' })
  maya.user_id = user_id
  await maya.profile()
})

test('codes and tokens do not reach the log', () => {
  const log = server.logLines.filter(line => !line.includes('"msg":"Outbox"')).join('\n')
  expect(log).not.toMatch(/eyJ[A-Za-z0-9_-]{10,}\./)
  expect(log).toContain('Answered.')
})
