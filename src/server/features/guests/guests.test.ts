import { once } from 'node:events'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listDocuments } from '#shared/contract/documents/endpoints'
import { registerGuest } from '#shared/contract/guests/endpoints'
import { fetchMate, resetMate, sendToMate } from '#shared/contract/mate/endpoints'
import { fetchProfile, getSignInOptions } from '#shared/contract/profile/endpoints'
import { guests as limits } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { closeAllClients, LiveClient } from '../../platform/live/testing/live-client'
import { mateAnswered } from './test-visitor'

const hour = 60 * 60 * 1000
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterEach(closeAllClients)

const expired = { status: 401, code: 'session.expired' }
const denied = { status: 403, code: 'session.guest_denied', message: 'Guest chat access denied' }

describe('Somebody without an account [1.1b, 1.3b, 6.1, D42]', () => {
  test('becomes a guest for 24 hours with one call', async () => {
    const guest = await server.stranger().call(registerGuest, {})
    expect(guest.expires_at).toBe(new Date(server.clock.now() + limits.kept).toISOString())
    expect(Date.parse(guest.expires_at) - server.clock.now()).toBe(24 * hour)
    const [row] = await server.asOwner('select * from guests where id = $1', [guest.guest_id])
    expect(JSON.stringify(row)).not.toContain(guest.guest_token)
  })

  test('may have any language and zone: an unknown language becomes English, an unknown zone UTC', async () => {
    const people = async () =>
      (await server.asOwner('select language, timezone from users order by id desc limit 1'))[0]
    await server.guest({ language: 'de-AT', timezone: 'Europe/Vienna' })
    expect(await people()).toEqual({ language: 'de', timezone: 'Europe/Vienna' })
    await server.guest({ language: 'tlh', timezone: 'Mars/Olympus' })
    expect(await people()).toEqual({ language: 'en', timezone: 'UTC' })
  })

  test('calls with id and token in query or body, and needs no other ids [7.11]', async () => {
    const { guest } = await server.guest()
    const credentials = { guest_id: guest?.guest_id ?? '', guest_token: guest?.guest_token ?? '' }
    const post = async (query: Record<string, string>, body: object) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await fetch(`${server.url}/mate/fetch?${new URLSearchParams(query)}`, init)
      return response.status
    }
    expect(await post(credentials, {})).toBe(200)
    expect(await post({}, credentials)).toBe(200)
    expect(await post(credentials, credentials)).toBe(200)
    expect(await post({ guest_id: credentials.guest_id }, { guest_token: credentials.guest_token })).toBe(200)
    expect(await post({ ...credentials, user_id: '1' }, {})).toBe(403)
    expect(await post({ ...credentials, organization_id: '1' }, {})).toBe(403)
    expect(await post({ guest_id: credentials.guest_id }, {})).toBe(401)
  })

  test('gets a clear error wherever guests are not admitted [8.1]', async () => {
    const guest = await server.guest()
    await expect(guest.call(listDocuments, {})).rejects.toMatchObject({
      ...denied,
      message: expect.stringContaining(denied.message),
    })
    await expect(guest.call(fetchProfile, {})).rejects.toMatchObject({ status: 403, code: denied.code })
  })

  test('is nobody with another guest’s token, with a changed one, and after 24 hours', async () => {
    const [first, other] = [await server.guest(), await server.guest()]
    const good = other.guest
    const token = good?.guest_token ?? ''
    for (const guest_token of [first.guest?.guest_token ?? '', `${token}x`, token.replace('.', ''), '', 'no token'])
      await expect(
        withCredentials(other, { guest_id: good?.guest_id ?? '', guest_token }).call(fetchMate, {}),
      ).rejects.toMatchObject(guest_token === '' ? { status: 401, code: 'session.required' } : expired)
    other.guest = good
    await other.call(fetchMate, {})
    server.clock.advance(limits.kept - 1)
    await other.call(fetchMate, {})
    server.clock.advance(1)
    await expect(other.call(fetchMate, {})).rejects.toMatchObject(expired)
  })

  test('has no sign-in: no address, no token and no place among members', async () => {
    const guest = await server.guest()
    const [row] = await server.asOwner<{ user_id: number; organization_id: number }>(
      'select user_id, organization_id from guests where id = $1',
      [guest.guest?.guest_id],
    )
    expect(await server.asOwner('select email, phone, is_guest from users where id = $1', [row?.user_id])).toEqual([
      { email: null, phone: null, is_guest: true },
    ])
    const maya = await server.person({ name: 'Maya Okafor', email: 'alone@ridgeway.example' })
    await maya.createOrganisation('Ridgeway Cycles')
    const join = (organization_id: unknown, user_id: unknown) =>
      server.asOwner(
        `insert into memberships (organization_id, user_id, org_role, joined_at) values ($1, $2, 'member', now())`,
        [organization_id, user_id],
      )
    const alone = 'a guest and their organisation belong to each other alone'
    await expect(join(row?.organization_id, maya.user_id)).rejects.toThrow(alone)
    await expect(join(maya.organization_id, row?.user_id)).rejects.toThrow(alone)
    const invite = `insert into invites (organization_id, address, role_id, status, invited_by, created_at, expires_at)
      select $1, 'a@b.example', id, 'pending', $2, now(), now() from roles limit 1`
    await expect(server.asOwner(invite, [row?.organization_id, row?.user_id])).rejects.toThrow('nobody is invited')
    maya.organization_id = row?.organization_id ?? 0
    await expect(maya.call(listDocuments, {})).rejects.toMatchObject({ code: 'organization.not_member' })
  })

  test("leaves no token in the server's log, nor in stored answers to repeated calls", async () => {
    const guest = await server.guest()
    await guest.call(resetMate, {}, { key: 'once' })
    expect(await guest.call(resetMate, {}, { key: 'once' })).toBeNull()
    await server.stranger().reply(fetchMate, {})
    const token = guest.guest?.guest_token ?? ''
    expect(server.logLines.length).toBeGreaterThan(0)
    expect(server.logLines.join('\n')).not.toContain(token)
    const kept = await server.asOwner('select * from idempotency_keys')
    expect(kept.length).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(token)
  })
})

/** The same person with other credentials. */
function withCredentials(who: Actor, guest: NonNullable<Actor['guest']>): Actor {
  who.guest = guest.guest_token === '' ? null : guest
  return who
}

describe('Guests of one address [D42]', () => {
  const come = (ip: string) => server.stranger().reply(registerGuest, {}, { headers: { 'x-forwarded-for': ip } })

  test('are limited to twenty an hour; one IPv6 household is one address', async () => {
    for (let count = 1; count <= limits.perAddressAndHour; count += 1) {
      expect(await come(`2001:db8:0:7::${count.toString(16)}`)).toMatchObject({ status: 200 })
      server.clock.advance(60_000)
    }
    expect(await come('2001:0db8:0000:0007:ffff:1:2:3')).toMatchObject({ status: 429, code: 'guest.too_many' })
    expect(await come('2001:db8:0:8::1')).toMatchObject({ status: 200 })
    expect(await come('203.0.113.7')).toMatchObject({ status: 200 })
    server.clock.advance(hour - limits.perAddressAndHour * 60_000)
    expect(await come('2001:db8:0:7::1')).toMatchObject({ status: 200 })
    expect(await come('2001:db8:0:7::2')).toMatchObject({ status: 429 })
  })

  test('are told when to retry', async () => {
    for (let count = 1; count <= limits.perAddressAndHour; count += 1) await come(`2001:db8:0:9::${count.toString(16)}`)
    server.clock.advance(20 * 60_000)
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '2001:db8:0:9::a' },
    }
    const response = await fetch(`${server.url}/guest/register`, { ...init, body: '{}' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, String(40 * 60)])
  })
})

test('A server without guest access says so, also on the sign-in page [D42]', async () => {
  const closed = await openTestServer({ settings: { GUESTS: 'off' } })
  const stranger = closed.stranger()
  await expect(stranger.call(registerGuest, {})).rejects.toMatchObject({ status: 403, code: 'guest.off' })
  expect(await stranger.call(getSignInOptions, {})).toMatchObject({ guests: false })
  expect(await server.stranger().call(getSignInOptions, {})).toMatchObject({ guests: true })
})

test('Calls of guests are counted for each guest, not for their address', async () => {
  const busy = await openTestServer({ settings: { RATE_LIMIT: '12' } })
  const [first, other] = [await busy.guest(), await busy.guest()]
  Object.assign(other, { ip: first.ip })
  for (let count = 0; count < 12; count += 1) await first.call(fetchMate, {})
  expect(await first.reply(fetchMate, {})).toMatchObject({ status: 429, code: 'request.too_many' })
  expect(await other.reply(fetchMate, {})).toMatchObject({ status: 200 })
  // Made-up guests have no count of their own.
  const made = { guest_id: crypto.randomUUID(), guest_token: 'made.up' }
  const replies = []
  for (let count = 0; count < 14; count += 1) {
    other.guest = { ...made, guest_id: crypto.randomUUID() }
    replies.push((await other.reply(fetchMate, {})).status)
  }
  expect(replies).toContain(429)
})

describe('Questions to Mate [D42]', () => {
  let asked = 0
  const ask = async (guest: Actor) => {
    asked += 1
    const reply = await guest.reply(sendToMate, { message: 'What can you do here?', client_id: `question-${asked}` })
    if (reply.status === 200) await mateAnswered(guest)
    return reply
  }

  test('are limited to ten an hour, also after starting over', async () => {
    const guest = await server.guest()
    for (let count = 0; count < limits.messagesPerHour; count += 1) {
      expect(await ask(guest)).toMatchObject({ status: 200 })
      server.clock.advance(60_000)
    }
    await guest.call(resetMate, {})
    expect(await ask(guest)).toMatchObject({ status: 429, code: 'guest.too_many_messages' })
    const message = { message: 'Again?', client_id: 'one-too-many' }
    const { guest_id = '', guest_token = '' } = guest.guest ?? {}
    const response = await fetch(`${server.url}/mate/send?${new URLSearchParams({ guest_id, guest_token })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    expect(response.headers.get('retry-after')).toBe(String(50 * 60))
    server.clock.advance(50 * 60_000)
    expect(await ask(guest)).toMatchObject({ status: 200 })
    expect(await ask(guest)).toMatchObject({ status: 429 })
  })

  test('that are repeated with their client id count once', async () => {
    const guest = await server.guest()
    const question = { message: 'What can you do here?', client_id: 'the-same' }
    const first = await guest.call(sendToMate, question)
    for (let count = 0; count < limits.messagesPerHour + 2; count += 1)
      expect(await guest.call(sendToMate, question)).toEqual(first)
  })
})

describe('Sockets [7.26, D27]', () => {
  const to = (guest: Actor, path: string, changes: Record<string, string> = {}) => {
    const { guest_id = '', guest_token = '' } = guest.guest ?? {}
    const query = new URLSearchParams({ guest_id, guest_token, ...changes })
    return new LiveClient(new WebSocket(`${server.url.replace('http', 'ws')}${path}?${query}`))
  }

  test('Mate’s admits a guest until their time is over', async () => {
    const guest = await server.guest()
    const client = to(guest, '/sockets/mate')
    await once(client.socket, 'open')
    expect(await client.ping()).toBe('pong')
    const ping = async () => {
      server.clock.advance(250_000)
      await client.ping()
    }
    for (let passed = 0; passed + 250_000 < limits.kept; passed += 250_000) await ping()
    server.clock.advance(250_000)
    expect(await client.closed).toBe(4401)
  })

  test('all others refuse guests, and none accepts a wrong token', async () => {
    const guest = await server.guest()
    for (const path of ['/sockets/chat', '/sockets/feed']) expect(await to(guest, path).closed).toBe(4403)
    expect(await to(guest, '/sockets/mate', { guest_token: 'wrong' }).closed).toBe(4401)
    expect(await to(guest, '/sockets/mate', { organization_id: '1' }).closed).toBe(4403)
    expect(await to(guest, '/sockets/mate', { user_id: '1' }).closed).toBe(4401)
  })
})
