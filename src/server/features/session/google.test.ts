import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { organisationInfo } from '#shared/contract/organisations/endpoints'
import { deleteInvite, invitePeople } from '#shared/contract/organisations/invites'
import { createProfile, fetchProfile, getSignInOptions } from '#shared/contract/profile/endpoints'
import { googleSignIn, sendEmailCode, verifyCode } from '#shared/contract/session/endpoints'
import { ignorePrinted } from '#shared/testing/console'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { type Account, type Consent, client, OpenIdProvider, redirect_uri } from './testing/openid-provider'

// The provider of these tests keeps everything in memory, and says so.
ignorePrinted('oidc-provider WARNING')

let provider: OpenIdProvider
let server: TestServer

beforeAll(async () => {
  provider = await OpenIdProvider.open()
  server = await openTestServer({ settings: provider.settings })
})
afterAll(() => provider.stop())

const refused = { status: 401, code: 'google.refused' }
const account = (sub: string, changes: Partial<Account> = {}): Account => ({
  sub,
  email: `${sub}@ridgeway.example`,
  email_verified: true,
  ...changes,
})

const options = (at = server) => at.stranger().call(getSignInOptions, {})

async function consentOf(who: Account): Promise<Consent> {
  const { google } = await options()
  return provider.consentOf(who, google?.authorization_endpoint ?? '')
}

/** Signs in with what somebody brought back from the provider. */
const signInWith = (proof: Partial<Consent> & { id_token?: string }) => server.stranger().call(googleSignIn, proof)
const signIn = async (who: Account) => signInWith(await consentOf(who))

describe('Continue with Google, by an authorisation code [D11, 7.16a]', () => {
  test('a new person returns from the provider with an account, and completes their profile', async () => {
    expect(await options()).toMatchObject({
      google: { authorization_endpoint: `${provider.issuer}/auth`, client_id: client.id },
    })
    const maya = server.stranger()
    const answer = await maya.call(googleSignIn, await consentOf(account('maya')))
    expect(answer).toMatchObject({ isNewUser: true, profile_token: expect.any(String) })
    const params = { displayname: 'Maya Okafor', language: 'en', timezone: 'UTC' } as const
    await maya.call(createProfile, { profile_token: answer.profile_token ?? '', ...params })
    maya.tokens = answer
    maya.user_id = answer.user_id
    expect(await maya.call(fetchProfile, {})).toMatchObject({
      user_displayname: 'Maya Okafor',
      user_email: 'maya@ridgeway.example',
    })
  })

  test('a returning person is the same, even after their e-mail at the provider changed', async () => {
    const first = await signIn(account('tom'))
    expect(await signIn(account('tom'))).toMatchObject({ user_id: first.user_id })
    expect(await signIn(account('tom', { email: 'tom.reyes@elsewhere.example' }))).toMatchObject({
      user_id: first.user_id,
    })
    expect(await signIn(account('tom', { email_verified: false }))).toMatchObject({ user_id: first.user_id })
  })

  test('somebody who signed in with a code to the same e-mail before gets no second account', async () => {
    const noor = await server.person({ name: 'Noor Haddad', email: 'noor@ridgeway.example' })
    const answer = await signIn(account('noor', { email: 'Noor@Ridgeway.example' }))
    expect(answer).toMatchObject({ user_id: noor.user_id, isNewUser: false })
    expect(answer.profile_token).toBeUndefined()
    expect(await signIn(account('noor', { email: 'noor@elsewhere.example' }))).toMatchObject({ user_id: noor.user_id })
  })

  test('an e-mail that the provider has not verified opens no account, neither a new one nor somebody else’s', async () => {
    const dev = await server.person({ name: 'Dev Patel', email: 'dev@ridgeway.example' })
    const thief = account('thief', { email: 'dev@ridgeway.example', email_verified: false })
    await expect(signIn(thief)).rejects.toMatchObject(refused)
    await expect(signIn(account('newcomer', { email_verified: false }))).rejects.toMatchObject(refused)
    expect(await server.asOwner('select * from identities where user_id = $1', [dev.user_id])).toEqual([])
    expect(await server.asOwner("select * from users where email = 'newcomer@ridgeway.example'")).toEqual([])
  })

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: undefined }],
    ['another redirect address', { redirect_uri: `${redirect_uri}/elsewhere` }],
    ['another nonce', { nonce: 'another' }],
    ['no nonce where there was one', { nonce: undefined }],
    ['a made-up code', { code: 'made-up' }],
  ])('%s is refused', async (_what, changes: Partial<Consent>) => {
    const consent = await consentOf(account('maya'))
    await expect(signInWith({ ...consent, ...changes })).rejects.toMatchObject(refused)
  })

  test('a code works once', async () => {
    const consent = await consentOf(account('ana'))
    await signInWith(consent)
    await expect(signInWith(consent)).rejects.toMatchObject(refused)
  })
})

describe('Continue with Google, by an ID token', () => {
  test('one that the provider issued for this server signs in the same person', async () => {
    const { user_id } = await signIn(account('lena'))
    const consent = await consentOf(account('lena'))
    const id_token = await provider.exchange(consent)
    expect(await signInWith({ id_token, nonce: consent.nonce })).toMatchObject({ user_id })
  })

  const now = Math.floor(Date.now() / 1000)
  test.each([
    ['for another application', { aud: 'another-client' }],
    ['of another issuer', { iss: 'https://accounts.elsewhere.example' }],
    ['that ran out', { iat: now - 7200, exp: now - 3600 }],
    ['without an end', { exp: undefined }],
    ['of nobody', { sub: undefined }],
    ['that was made for another request', { nonce: 'another' }],
    ['without a verified e-mail', { sub: 'zoe', email_verified: false }],
    ['that says “verified” in words that are not yes', { sub: 'zoe', email_verified: 'perhaps' }],
  ])('one %s is refused', async (_what, changes) => {
    const id_token = await provider.idToken({ ...account('lena'), nonce: 'mine', ...changes })
    await expect(signInWith({ id_token, nonce: 'mine' })).rejects.toMatchObject(refused)
  })

  test('one with a nonce is not accepted without it, because it was issued for another request', async () => {
    const id_token = await provider.idToken({ ...account('lena'), nonce: 'theirs' })
    await expect(signInWith({ id_token })).rejects.toMatchObject(refused)
    await signInWith({ id_token, nonce: 'theirs' })
    await signInWith({ id_token: await provider.idToken({ ...account('lena') }) })
  })

  test('one that somebody else signed, or nobody, is refused', async () => {
    const claims = { iss: provider.issuer, aud: client.id, exp: now + 600, iat: now, ...account('lena') }
    const { privateKey } = await generateKeyPair('RS256')
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'the-key' }).sign(privateKey)
    const bySecret = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(client.secret))
    const parts = [{ alg: 'none' }, claims].map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    for (const id_token of [forged, bySecret, `${parts.join('.')}.`, 'nonsense']) {
      await expect(signInWith({ id_token })).rejects.toMatchObject(refused)
    }
  })

  test('tokens and codes of the provider do not reach the log', () => {
    const log = server.logLines.join('\n')
    expect(log).toContain('A sign-in with the OpenID provider was refused.')
    expect(log).not.toMatch(/eyJ[A-Za-z0-9_-]{10,}\./)
    expect(log).not.toContain(client.secret)
  })
})

describe('Without a provider', () => {
  test('there is no button, and the call is refused as not configured', async () => {
    const plain = await openTestServer()
    expect(await options(plain)).toMatchObject({ google: null })
    const trying = plain.stranger().call(googleSignIn, { id_token: 'any' })
    await expect(trying).rejects.toMatchObject({ status: 404, code: 'google.not_configured' })
  })

  test('that answers there is no button either, and a clear error; both recover with it', async () => {
    const other = await OpenIdProvider.open()
    await other.stop()
    const waiting = await openTestServer({ settings: other.settings })
    expect(await options(waiting)).toMatchObject({ google: null })
    const proof = { id_token: await other.idToken({ ...account('maya') }) }
    await expect(waiting.stranger().call(googleSignIn, proof)).rejects.toMatchObject(refused)

    await other.start()
    expect(await options(waiting)).toMatchObject({ google: { client_id: client.id } })
    expect(await waiting.stranger().call(googleSignIn, proof)).toMatchObject({ isNewUser: true })
    await other.stop()
  })
})

describe('A provider on the internet', () => {
  afterEach(() => void vi.unstubAllGlobals())

  const issuer = 'https://9.9.9.9'
  /** A server with this provider, which says of itself what is given; `called` are the addresses that it was asked at. */
  async function serverWith(metadata: Record<string, string>) {
    const called: string[] = []
    const beyond = globalThis.fetch
    vi.stubGlobal('fetch', async (wanted: string | URL, init?: RequestInit) => {
      const address = new URL(wanted)
      if (address.origin === new URL(server.url).origin || address.origin === new URL(trusting.url).origin)
        return beyond(wanted, init)
      called.push(address.href)
      if (!address.pathname.endsWith('/.well-known/openid-configuration')) return new Response(null, { status: 500 })
      return Response.json({ issuer, authorization_endpoint: `${issuer}/auth`, ...metadata })
    })
    const trusting = await openTestServer({ settings: { ...provider.settings, OIDC_ISSUER: issuer } })
    return { trusting, called }
  }
  const outside = { token_endpoint: `${issuer}/token`, jwks_uri: 'https://1.1.1.1/keys' }

  test('is used, wherever on the internet its keys are', async () => {
    const { trusting } = await serverWith(outside)
    expect(await options(trusting)).toMatchObject({ google: { authorization_endpoint: `${issuer}/auth` } })
  })

  test.each([
    ['the address of tokens', { token_endpoint: 'http://169.254.169.254/latest' }],
    ['the address of its keys', { jwks_uri: 'http://127.0.0.1:9/keys' }],
    ['the address of its keys, which is none', { jwks_uri: 'file:///etc/passwd' }],
  ])('that names the inside of the network as %s is not used, and nothing there is called', async (_what, named) => {
    const { trusting, called } = await serverWith({ ...outside, ...named })
    expect(await options(trusting)).toMatchObject({ google: null })
    const consent = { code: 'made-up', code_verifier: 'x'.repeat(43), redirect_uri, nonce: 'mine' }
    const id_token = await provider.idToken({ ...account('lena'), nonce: 'mine' })
    for (const shown of [consent, { id_token, nonce: 'mine' }])
      await expect(trusting.stranger().call(googleSignIn, shown)).rejects.toMatchObject(refused)
    expect([...new Set(called)]).toEqual([`${issuer}/.well-known/openid-configuration`])
  })
})

test('The sign-in page links the operator’s terms and privacy notice, if they are set', async () => {
  const [TERMS_URL, PRIVACY_URL] = ['https://ridgeway.example/terms', 'https://ridgeway.example/privacy']
  const named = await openTestServer({ settings: { TERMS_URL, PRIVACY_URL } })
  expect(await options(named)).toMatchObject({ terms: TERMS_URL, privacy: PRIVACY_URL })
  expect(await options()).toMatchObject({ terms: null, privacy: null })
})

describe('A server that requires a domain', () => {
  test('signs in only accounts whose verified e-mail is of it, both ways', async () => {
    const strict = await openTestServer({
      settings: { ...provider.settings, OIDC_DOMAINS: 'Ridgeway.example, lakeside.example' },
    })
    const inside = await consentOf(account('ines'))
    expect(await strict.stranger().call(googleSignIn, inside)).toMatchObject({ isNewUser: true })
    const domain = { status: 403, code: 'google.domain_refused' }
    const others: Partial<Account>[] = [
      { email: 'ines@elsewhere.example' },
      { email: 'ines@evil-ridgeway.example' },
      { email: 'ines@sub.ridgeway.example' },
      { email_verified: false },
    ]
    for (const changes of others) {
      const consent = await consentOf(account('other', changes))
      await expect(strict.stranger().call(googleSignIn, consent)).rejects.toMatchObject(domain)
      const id_token = await provider.idToken({ ...account('other', changes), nonce: 'mine' })
      await expect(strict.stranger().call(googleSignIn, { id_token, nonce: 'mine' })).rejects.toMatchObject(domain)
    }
    expect(await strict.asOwner("select * from users where email like '%elsewhere%'")).toEqual([])
  })

  test('opens an account by a code only for an address of it, an invited one, or an operator’s; accounts stay', async () => {
    const open = await openTestServer()
    const ada = await open.person({ name: 'Ada Early', email: 'ada@elsewhere.example' })
    const settings = { OIDC_DOMAINS: 'ridgeway.example', SUPER_USERS: 'ops@elsewhere.example' }
    const strict = await openTestServer({ beside: open, settings })
    const maya = await strict.person({ name: 'Maya Okafor', email: 'maya@ridgeway.example' })
    await maya.createOrganisation('Ridgeway Cycles')
    const outside = { status: 403, code: 'code.domain_refused' }
    const addresses = [
      'ines@elsewhere.example',
      'ines@sub.ridgeway.example',
      'ines@evil-ridgeway.example',
      '+15550107788',
    ]
    for (const address of addresses) {
      const stranger = strict.stranger()
      await expect(stranger.signIn(address), address).rejects.toMatchObject(outside)
      expect(stranger.tokens).toBeNull()
    }
    expect(await strict.asOwner('select from users where email = any ($1) or phone = any ($1)', [addresses])).toEqual(
      [],
    )

    const { roles } = await maya.call(organisationInfo, {})
    const role_id = roles[0]?.role_id ?? 0
    const [mail = '', , , phone = ''] = addresses
    const [toMail] = await maya.call(invitePeople, {
      invites: [
        { email_id: mail, role_id },
        { phone_number: phone, role_id },
      ],
    })
    await maya.call(deleteInvite, { invite_id: toMail?.invite?.invite_id ?? 0 })
    await expect(strict.stranger().signIn(mail)).rejects.toMatchObject(outside)
    expect(await strict.stranger().signIn(phone)).toMatchObject({ isNewUser: true })
    expect(await strict.stranger().signIn('ops@elsewhere.example')).toMatchObject({ isNewUser: true })
    expect(await strict.stranger().signIn(ada.address)).toMatchObject({ user_id: ada.user_id, isNewUser: false })
  })

  test('answers alike whether or not an address is known when a code is asked for', async () => {
    const strict = await openTestServer({ settings: { OIDC_DOMAINS: 'ridgeway.example' } })
    const { address } = await strict.person({ name: 'Maya Okafor', email: 'maya@ridgeway.example' })
    const asked = (email: string) => strict.stranger().call(sendEmailCode, { email })
    expect(await asked('nobody@elsewhere.example')).toEqual(await asked(address))
    await expect(
      strict.stranger().call(verifyCode, { email: 'nobody@elsewhere.example', OTP: '000000' }),
    ).rejects.toMatchObject({ status: 400, code: 'code.wrong' })
  })
})
