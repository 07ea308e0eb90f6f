import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connections as limits } from '#shared/limits'
import { eventually } from '#shared/testing/eventually'
import { TestClock } from '../../../../test/clock'
import { listenOnLoopback } from '../../../../test/loopback'
import { openTestServer } from '../../../../test/test-server'
import { refuseSurplusConnections } from './connections'

/** A connection that a test holds open. */
class HeldConnection {
  said = ''
  isOver = false
  readonly socket: Socket

  constructor(port: number, allowHalfOpen = false) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
    this.socket.setEncoding('utf8')
    this.socket.on('data', chunk => {
      this.said += chunk
    })
    // A client that keeps its side open sees the end and does not close.
    for (const event of ['end', 'close'])
      this.socket.on(event, () => {
        this.isOver = true
      })
    this.socket.on('error', () => {})
    open.add(this)
  }

  ask(path: string, headers: Record<string, string> = {}, method = 'GET'): this {
    const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    this.socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    return this
  }

  answered = (status: number) => eventually(() => expect(this.said).toContain(`HTTP/1.1 ${status}`))
}

const open = new Set<HeldConnection>()
const servers = new Set<Server>()
afterEach(async () => {
  for (const line of open) line.socket.destroy()
  open.clear()
  for (const server of servers) await new Promise(done => server.close(done))
  servers.clear()
})

const portOf = (url: string) => Number(new URL(url).port)

/** A server with connection limits on loopback, without proxies; returns its port and a clock. */
async function serveWithLimits(bounds: { total: number; perAddress: number }, isShared = (_: string) => false) {
  const clock = new TestClock()
  const server = createServer((_, response) => response.end('hello'))
  refuseSurplusConnections(server, { ...bounds, isShared }, clock)
  servers.add(server)
  return { port: await listenOnLoopback(server), clock }
}

/** Connections that were answered once and stay open. */
async function hold(port: number, count: number): Promise<HeldConnection[]> {
  const lines = Array.from({ length: count }, () => new HeldConnection(port).ask('/'))
  await Promise.all(lines.map(line => line.answered(200)))
  return lines
}

describe('Limits of connections', () => {
  test('apply to one address, and closing a connection makes room for another', async () => {
    const { port } = await serveWithLimits({ total: 100, perAddress: 3 })
    const [first] = await hold(port, 3)
    const refused = new HeldConnection(port)
    await refused.answered(503)
    expect(refused.said.toLowerCase()).toContain(`retry-after: ${limits.retryAfter}`)
    expect(refused.said).toContain('"code":"server.busy"')
    first?.socket.destroy()
    await eventually(async () => {
      const again = new HeldConnection(port).ask('/')
      await eventually(() => expect(again.said).not.toBe(''))
      expect(again.said).toContain('HTTP/1.1 200')
    })
  })

  test('apply in total, also to addresses without a limit of their own', async () => {
    const { port } = await serveWithLimits({ total: 4, perAddress: 2 }, () => true)
    await hold(port, 4)
    await new HeldConnection(port).ask('/').answered(503)
  })

  test('end a refused connection although its client keeps it open and keeps sending', async () => {
    const { port, clock } = await serveWithLimits({ total: 1, perAddress: 1 })
    await hold(port, 1)
    const refused = new HeldConnection(port, true)
    await refused.answered(503)
    clock.advance(limits.refusedWithin)
    await eventually(() => {
      refused.ask('/')
      expect(refused.socket.destroyed).toBe(true)
    })
    expect(refused.said.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('cut off most of many refused connections without a reply', async () => {
    const { port } = await serveWithLimits({ total: 1, perAddress: 1 })
    await hold(port, 1)
    // They never close their side, so none makes room for the next one.
    const clients = Array.from({ length: limits.refusedAtOnce + 50 }, () => new HeldConnection(port, true))
    await eventually(() => {
      expect(clients.filter(line => line.isOver && line.said === '').length).toBe(50)
      expect(clients.filter(line => line.said !== '').length).toBe(limits.refusedAtOnce)
    })
  })

  test('come from CONNECTIONS, and calls are answered again once the surplus connections are gone', async () => {
    const server = await openTestServer({ settings: { CONNECTIONS: '12', TRUSTED_PROXIES: '' } })
    const lines = Array.from({ length: 12 }, () => new HeldConnection(portOf(server.url)).ask('/healthcheck'))
    await Promise.all(lines.map(line => line.answered(200)))
    await new HeldConnection(portOf(server.url)).ask('/healthcheck').answered(503)
    for (const line of lines) line.socket.destroy()
    await eventually(async () => {
      const line = new HeldConnection(portOf(server.url)).ask('/healthcheck')
      await eventually(() => expect(line.said).not.toBe(''))
      expect(line.said).toContain('HTTP/1.1 200')
    })
  })

  test('count running calls behind a proxy by the address that it names, for IPv6 by the /64', async () => {
    const server = await openTestServer({ settings: { CONNECTIONS_PER_ADDRESS: '10', TRUSTED_PROXIES: '127.0.0.1' } })
    const port = portOf(server.url)
    const body = { 'content-type': 'application/json', 'content-length': '10' }
    const held = (ip: string) =>
      new HeldConnection(port).ask('/profile/create', { ...body, 'x-forwarded-for': ip }, 'POST')
    const from = (ip: string) => new HeldConnection(port).ask('/healthcheck', { 'x-forwarded-for': ip })
    const arrivals = { count: 0 }
    server.app.http.server.on('request', () => {
      arrivals.count += 1
    })
    const bodies = Array.from({ length: 10 }, (_, nr) => held(`2001:db8:1:1::${nr + 1}`))
    await eventually(() => expect(arrivals.count).toBe(10))
    const refused = from('2001:db8:1:1:ffff::9')
    await refused.answered(429)
    expect(refused.said.toLowerCase()).toContain('retry-after: ')
    await from('2001:db8:1:2::1').answered(200)
    await from('10.9.8.7').answered(200)
    for (const line of bodies) line.socket.destroy()
    await eventually(async () => {
      const line = from('2001:db8:1:1::1')
      await eventually(() => expect(line.said).not.toBe(''))
      expect(line.said).toContain('HTTP/1.1 200')
    })
  })
})
