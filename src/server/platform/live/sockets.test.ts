import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createDocument } from '#shared/contract/documents/endpoints'
import { writeLog } from '#shared/contract/logs/endpoints'
import { log } from '#shared/contract/logs/limits'
import { getTokens, signOut } from '#shared/contract/session/endpoints'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { closeAllClients, LiveClient, socketAddress } from './testing/live-client'

const second = 1000
let server: TestServer
let maya: Actor

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
})

afterEach(closeAllClients)
// Some tests let hours pass.
beforeEach(async () => {
  maya.tokens = await maya.call(getTokens, { refresh_token: maya.tokens?.RefreshToken ?? '' })
})

let people = 0
/** Another member of the organisation. */
async function colleague(): Promise<Actor> {
  people += 1
  const guest = await server.person({
    name: `Colleague number ${people}`,
    email: `colleague.${people}@ridgeway.example`,
  })
  await maya.invites(guest)
  return guest
}

/** The status of a refused handshake. */
async function refusedStatus(address: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(address, { headers })
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number; resume(): void }]
  response.resume()
  return response.statusCode
}

describe('Opening a socket', () => {
  test('takes the ids and the access token from the query [7.26a]; ping is answered pong [7.26b]', async () => {
    const client = await LiveClient.listening(maya)
    expect(await client.ping()).toBe('pong')
    const mate = new LiveClient(new WebSocket(socketAddress(maya, '/sockets/mate')))
    await once(mate.socket, 'open')
    expect(await mate.ping()).toBe('pong')
  })

  test('takes the access token as a WebSocket protocol too, which no console prints', async () => {
    const address = new URL(socketAddress(maya))
    address.searchParams.delete('access_token')
    const token = maya.tokens?.AccessToken ?? ''
    const client = new LiveClient(new WebSocket(address, ['wheelhouse', `access_token.${token}`]))
    await client.until(frame => frame.event === 'ready')
    expect(client.socket.protocol).toBe('wheelhouse')
    const wrong = new LiveClient(new WebSocket(address, ['wheelhouse', 'access_token.nonsense']))
    expect(await wrong.closed).toBe(4401)
  })

  test('a token that is invalid, missing, an ID token, or somebody else’s closes with 4401', async () => {
    const tom = await colleague()
    const IdToken = maya.tokens?.IdToken ?? ''
    const bad: Record<string, string>[] = [
      { access_token: 'nonsense' },
      { access_token: '' },
      { access_token: IdToken },
      { user_id: String(tom.user_id) },
    ]
    for (const changes of bad) {
      const client = LiveClient.to(maya, changes)
      expect(await client.closed).toBe(4401)
      expect(client.frames).toEqual([])
    }
  })

  test('another organisation, or none, closes with 4403', async () => {
    const ana = await server.person({ name: 'Ana Brandt' })
    const theirs = await ana.createOrganisation('Lakeside Physio Clinic')
    for (const organization_id of [String(theirs), '999999', '-1', '', 'all', '1.5', '1e99']) {
      const client = LiveClient.to(maya, { organization_id })
      expect(await client.closed, organization_id).toBe(4403)
      expect(client.frames).toEqual([])
    }
  })

  test('is refused to a page of another site', async () => {
    for (const origin of ['https://evil.example', 'null', `${server.url}.evil.example`, 'http://localhost:1']) {
      expect(await refusedStatus(socketAddress(maya), { origin }), origin).toBe(403)
    }
    for (const origin of [server.url, 'app://wheelhouse']) {
      const client = LiveClient.to(maya, {}, { headers: { origin } })
      await client.until(frame => frame.event === 'ready')
    }
  })

  test('works only at the addresses of sockets', async () => {
    expect(await refusedStatus(socketAddress(maya, '/sockets/nothing'))).toBe(404)
    expect(await refusedStatus(socketAddress(maya, '/notes/list'))).toBe(404)
  })

  test('survives a client that disconnects during the handshake', async () => {
    const { pathname, search, hostname, port } = new URL(socketAddress(maya))
    for (const path of [`${pathname}${search}`, '/sockets/nothing']) {
      const broken = Array.from({ length: 20 }, async () => {
        const socket = connect(Number(port), hostname)
        await once(socket, 'connect')
        const handshake = [
          'GET',
          path,
          'HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n',
        ]
        socket.write(handshake.join(' '), () => socket.resetAndDestroy())
        await once(socket, 'close')
      })
      await Promise.all(broken)
    }
    expect(await (await LiveClient.listening(maya)).ping()).toBe('pong')
  })
})

describe('A socket is closed', () => {
  test('when its token expires: 4401', async () => {
    const client = await LiveClient.listening(await colleague())
    for (let minutes = 4; minutes < 60; minutes += 4) {
      server.clock.advance(240 * second)
      await client.ping()
    }
    server.clock.advance(239 * second)
    await client.ping()
    server.clock.advance(second)
    expect(await client.closed).toBe(4401)
  })

  test('when its session is signed out, on every tab, and no other person’s: 4401', async () => {
    const [tom, noor] = [await colleague(), await colleague()]
    const tabs = [await LiveClient.listening(tom), await LiveClient.listening(tom)]
    const other = await LiveClient.listening(noor)
    await Promise.all(tabs.map(tab => tab.ping()))
    await tom.call(signOut, { refresh_token: tom.tokens?.RefreshToken ?? '' })
    expect(await Promise.all(tabs.map(tab => tab.closed))).toEqual([4401, 4401])
    expect(await LiveClient.to(tom).closed).toBe(4401)
    expect(await other.ping()).toBe('pong')
  })

  test('when its session turns out to be stolen [D9]: 4401', async () => {
    const tom = await colleague()
    const stolen = tom.tokens?.RefreshToken ?? ''
    await tom.call(getTokens, { refresh_token: stolen })
    const client = await LiveClient.listening(tom)
    await client.ping()
    server.clock.advance(11 * second)
    await expect(server.stranger().call(getTokens, { refresh_token: stolen })).rejects.toMatchObject({ status: 401 })
    expect(await client.closed).toBe(4401)
  })

  test('after 300 seconds of silence: 4408', async () => {
    const tom = await colleague()
    const [silent, talking] = [await LiveClient.listening(tom), await LiveClient.listening(tom)]
    await Promise.all([silent.ping(), talking.ping()])
    server.clock.advance(300 * second)
    expect(await talking.ping()).toBe('pong')
    server.clock.advance(second)
    expect(await silent.closed).toBe(4408)
    expect(await talking.ping()).toBe('pong')
  })

  test('when it sends too much: 4429', async () => {
    const tom = await colleague()
    const [flooding, busy] = [LiveClient.to(tom), LiveClient.to(tom)]
    await Promise.all([flooding, busy].map(client => client.until(({ event }) => event === 'ready')))
    for (let frame = 0; frame < 121; frame += 1) flooding.socket.send('ping')
    // Everything after the flood stays unread, including the client's close frame, so it is cut off two seconds later.
    const isClosed = () => {
      server.clock.advance(2 * second)
      return Promise.race([flooding.closed, null])
    }
    await expect.poll(isClosed).toBe(4429)
    for (let window = 0; window < 3; window += 1) {
      await Promise.all(Array.from({ length: 100 }, () => busy.ping()))
      server.clock.advance(11 * second)
    }
    expect(await busy.ping()).toBe('pong')
  })

  test('when a frame is larger than any valid one: 1009', async () => {
    const client = await LiveClient.listening(await colleague())
    client.socket.send('x'.repeat(65 * 1024))
    expect(await client.closed).toBe(1009)
  })

  test('when the server stops, so that the client reconnects [8.7a]', async () => {
    const other = await openTestServer()
    const tom = await other.person({ name: 'Tom Reyes' })
    await tom.createOrganisation('Northport Freight')
    const client = await LiveClient.listening(tom)
    await client.ping()
    await other.app.close()
    expect(await client.closed).toBe(1001)
  })
})

test('unknown frames are ignored', async () => {
  const client = await LiveClient.listening(maya)
  const garbage = ['', 'hello', '{', '[]', 'null', '{}', '{"event":"resume"}', '{"event":"resume","last_seq":-1}']
  const more = [
    '{"event":"resume","last_seq":"1"}',
    '{"event":"event","seq":1}',
    '{"event":"stop","message_id":1}',
    'PING',
  ]
  for (const text of [...garbage, ...more]) client.socket.send(text)
  client.socket.send(Buffer.from([0, 255, 254, 1]))
  const deep = '['.repeat(30_000)
  client.socket.send(deep)
  expect(await client.ping()).toBe('pong')
  expect(client.frames.filter(({ event }) => event !== 'ready')).toEqual([])
})

test('a slow reader is disconnected without delaying others, and resumes where it was', async () => {
  const tom = await colleague()
  const { doc_id } = await maya.call(createDocument, {
    document_name: 'Long ones',
    document_type: 'logbook',
    access: 'organisation',
  })
  const [slow, quick] = [await LiveClient.listening(tom), await LiveClient.listening(maya)]
  await Promise.all([slow.ping(), quick.ping()])
  slow.socket.pause()
  // Far more than the operating system buffers, in the longest events.
  const many = 1_000
  const content = '页'.repeat(log.inEvent)
  for (let number = 0; number < many; number += 20) {
    await Promise.all(Array.from({ length: 20 }, () => maya.call(writeLog, { doc_id, content })))
  }
  const heard = () => quick.events.filter(({ change }) => change.kind === 'log.added')
  await quick.until(() => heard().length === many)

  slow.socket.resume()
  expect(await slow.closed).toBe(1006)
  const seen = slow.events.length
  expect(seen).toBeLessThan(many)
  let last = slow.events.at(-1)?.seq ?? 0
  const all = slow.events.map(({ seq }) => seq)
  while (all.length < many) {
    const again = await LiveClient.listening(tom, last)
    await Promise.race([again.untilSeq(heard().at(-1)?.seq ?? 0).catch(() => {}), again.closed])
    expect(again.events.length).toBeGreaterThan(0)
    all.push(...again.events.map(({ seq }) => seq))
    last = all.at(-1) ?? 0
  }
  expect(all).toEqual(heard().map(({ seq }) => seq))
})
