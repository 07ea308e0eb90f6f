import { once } from 'node:events'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { removeUser } from '#shared/contract/organisations/people'
import { signOut } from '#shared/contract/session/endpoints'
import { sockets as limits } from '#shared/limits'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import type { Connection } from './connection'
import type { SocketKind } from './sockets'
import { closeAllClients, LiveClient, socketAddress } from './testing/live-client'
import { openSockets, RudeClient } from './testing/own-sockets'

let server: TestServer
let maya: Actor
let people = 0

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
})
afterEach(closeAllClients)

async function colleague(): Promise<Actor> {
  people += 1
  const person = await server.person({ name: 'Tom Reyes', email: `tom.${people}@ridgeway.example` })
  await maya.invites(person)
  return person
}

/** Runs `act` at the last moment of a handshake: the person was admitted, and their socket is not listed yet. */
function duringHandshake(act: () => Promise<unknown>): void {
  const { context } = server.app
  const { identify } = context
  const restore = (how: typeof identify) => Object.assign(context, { identify: how })
  restore(async (...who) => {
    restore(identify)
    const answer = await identify(...who)
    await act()
    return answer
  })
}

describe('A right that ends while a socket is being opened', () => {
  test('keeps out a person who is removed meanwhile: 4403 [D41]', async () => {
    const tom = await colleague()
    duringHandshake(() => maya.call(removeUser, { user_to_be_removed: tom.user_id }))
    const client = LiveClient.to(tom)
    expect(await client.closed).toBe(4403)
    expect(client.frames).toEqual([])
  })

  test('keeps out a person who signs out meanwhile: 4401', async () => {
    const tom = await colleague()
    duringHandshake(() => tom.call(signOut, { refresh_token: tom.tokens?.RefreshToken ?? '' }))
    const client = LiveClient.to(tom)
    expect(await client.closed).toBe(4401)
    expect(client.frames).toEqual([])
  })
})

/** A kind of socket that records what it receives. */
class Recorded implements SocketKind<{ event: 'act' }> {
  readonly path = '/sockets/recorded'
  readonly name = 'recorded'
  readonly requests = z.object({ event: z.literal('act') })
  readonly connections: Connection[] = []
  readonly closedWith: number[] = []
  heard = 0
  opened(connection: Connection): void {
    this.connections.push(connection)
  }
  received(): void {
    this.heard += 1
  }
  closed(_: Connection, code: number): void {
    this.closedWith.push(code)
  }
}
const act = JSON.stringify({ event: 'act' })

describe('A client whose socket is open', () => {
  test('is listed already, so an answer that is written at once reaches it [D27]', async () => {
    const kind = new Recorded()
    const origin = await openSockets(server, [kind])
    const tom = await colleague()
    const { context } = server.app
    const { identify } = context
    const firstOnly = (...who: Parameters<typeof identify>) => {
      Object.assign(context, { identify: () => Promise.reject(new Error('The right was checked after the answer.')) })
      return identify(...who)
    }
    Object.assign(context, { identify: firstOnly })
    await RudeClient.to(socketAddress({ ...tom, server: { url: origin } }, kind.path))
    expect(kind.connections).toHaveLength(1)
    Object.assign(context, { identify })
  })
})

describe('A client that stays after it was told to close', () => {
  async function rudeClient() {
    const kind = new Recorded()
    const origin = await openSockets(server, [kind])
    const tom = await colleague()
    const client = await RudeClient.to(socketAddress({ ...tom, server: { url: origin } }, kind.path))
    client.say(act)
    await expect.poll(() => kind.heard).toBe(1)
    return { kind, tom, client }
  }

  test('has no effect from that moment on, and is cut off two seconds later', async () => {
    const { kind, tom, client } = await rudeClient()
    await maya.call(removeUser, { user_to_be_removed: tom.user_id })
    await expect.poll(() => kind.closedWith).toEqual([4403])
    const isGone = once(client.socket, 'close')
    for (let time = 0; time < 10; time += 1) client.say(act)
    // Its frames have arrived by the time another, later client is answered.
    const other = await LiveClient.listening(maya)
    await other.ping()
    expect(kind.heard).toBe(1)
    server.clock.advance(2_000)
    await isGone
    expect(kind.heard).toBe(1)
    expect(kind.closedWith).toEqual([4403])
  })

  test('is no longer read once it sent too much [4429]', async () => {
    const { kind, client } = await rudeClient()
    for (let time = 0; time < 2_000; time += 1) client.say(act)
    await expect.poll(() => kind.closedWith).toEqual([4429])
    expect(kind.connections[0]?.socket.isPaused).toBe(true)
    const isGone = once(client.socket, 'close')
    server.clock.advance(2_000)
    await isGone
    expect(kind.heard).toBeLessThanOrEqual(120)
  })
})

describe('Limits of sockets', () => {
  test('a person has as many as the settings allow, and gets another after closing one: 4429', async () => {
    const few = await openTestServer({ settings: { SOCKETS_PER_PERSON: '3' } })
    const [tom, ana] = [await few.person({ name: 'Tom Reyes' }), await few.person({ name: 'Ana Lima' })]
    await tom.createOrganisation('Northport Freight')
    await tom.invites(ana)
    const [first] = await Promise.all([1, 2, 3].map(() => LiveClient.listening(tom)))
    expect(await LiveClient.to(tom).closed).toBe(4429)
    expect(await (await LiveClient.listening(ana)).ping()).toBe('pong')
    await first?.leave()
    await expect.poll(() => LiveClient.listening(tom).then(client => client.ping(), String)).toBe('pong')
  })

  test('a guest has six', async () => {
    const guest = await server.guest()
    const address = new URL('/sockets/mate', server.url.replace('http', 'ws'))
    address.search = new URLSearchParams({ ...guest.guest }).toString()
    const open = () => new WebSocket(address)
    const all = Array.from({ length: limits.perGuest }, open)
    await Promise.all(all.map(socket => once(socket, 'open')))
    expect((await once(open(), 'close'))[0]).toBe(4429)
    for (const socket of all) socket.terminate()
  })

  test('an address has as many as the settings allow, including those that are being opened', async () => {
    const few = await openTestServer({ settings: { SOCKETS_PER_ADDRESS: '3' } })
    const tom = await few.person({ name: 'Tom Reyes' })
    await tom.createOrganisation('Northport Freight')
    const from = (ip: string) => LiveClient.to(tom, {}, { headers: { 'x-forwarded-for': ip } })
    const ready = (client: LiveClient) => client.until(({ event }) => event === 'ready')
    await Promise.all([1, 2, 3].map(nr => ready(from(`2001:db8:1:1::${nr}`))))
    const refused = new WebSocket(socketAddress(tom), { headers: { 'x-forwarded-for': '2001:db8:1:1::4' } })
    const [error] = (await once(refused, 'error')) as [Error]
    expect(error.message).toContain('429')
    await ready(from('2001:db8:1:2::1'))
  })
})
