import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connections as limits } from '#shared/limits'
import { eventually } from '#shared/testing/eventually'
import { TestClock } from '../../../../test/clock'
import { openTestServer } from '../../../../test/test-server'
import { refuseConnectionsOver } from './connections'

/** A connection that a test holds open. */
class Line {
  said = ''
  isOver = false
  readonly socket: Socket

  constructor(port: number, allowHalfOpen = false) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
    this.socket.setEncoding('utf8')
    this.socket.on('data', chunk => {
      this.said += chunk
    })
    // A client that keeps its side open hears the end, and closes nothing.
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

const open = new Set<Line>()
const servers = new Set<Server>()
afterEach(async () => {
  for (const line of open) line.socket.destroy()
  open.clear()
  for (const server of servers) await new Promise(done => server.close(done))
  servers.clear()
})

const portOf = (url: string) => Number(new URL(url).port)

/** A bare server on loopback with bounds, for which nobody is a proxy; answers its port and a clock. */
async function bounded(bounds: { total: number; perAddress: number }, isShared = (_: string) => false) {
  const clock = new TestClock()
  const server = createServer((_, response) => response.end('hello'))
  refuseConnectionsOver(server, { ...bounds, isShared }, clock)
  servers.add(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, clock }
}

/** Connections that were answered once and stay open. */
async function hold(port: number, count: number): Promise<Line[]> {
  const lines = Array.from({ length: count }, () => new Line(port).ask('/'))
  await Promise.all(lines.map(line => line.answered(200)))
  return lines
}

describe('Connections are bounded', () => {
  test('from one address, and another one may be opened when one is closed', async () => {
    const { port } = await bounded({ total: 100, perAddress: 3 })
    const [first] = await hold(port, 3)
    const refused = new Line(port)
    await refused.answered(503)
    expect(refused.said.toLowerCase()).toContain(`retry-after: ${limits.retryAfter}`)
    expect(refused.said).toContain('"code":"server.busy"')
    first?.socket.destroy()
    await eventually(async () => {
      const again = new Line(port).ask('/')
      await eventually(() => expect(again.said).not.toBe(''))
      expect(again.said).toContain('HTTP/1.1 200')
    })
  })

  test('in all, also for those whose address does not count', async () => {
    const { port } = await bounded({ total: 4, perAddress: 2 }, () => true)
    await hold(port, 4)
    await new Line(port).ask('/').answered(503)
  })

  test('one that is refused ends although its client keeps it open and goes on talking', async () => {
    const { port, clock } = await bounded({ total: 1, perAddress: 1 })
    await hold(port, 1)
    const refused = new Line(port, true)
    await refused.answered(503)
    clock.advance(limits.toldWithin)
    await eventually(() => {
      refused.ask('/')
      expect(refused.socket.destroyed).toBe(true)
    })
    expect(refused.said.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('of many that are refused at once, most are cut off without a word', async () => {
    const { port } = await bounded({ total: 1, perAddress: 1 })
    await hold(port, 1)
    // They never close their side, so that none makes room for the next one.
    const clients = Array.from({ length: limits.toldAtOnce + 50 }, () => new Line(port, true))
    await eventually(() => {
      expect(clients.filter(line => line.isOver && line.said === '').length).toBe(50)
      expect(clients.filter(line => line.said !== '').length).toBe(limits.toldAtOnce)
    })
  })

  test('the server takes as many as CONNECTIONS says, and its own calls are answered again when they are gone', async () => {
    const server = await openTestServer({ settings: { CONNECTIONS: '12', TRUSTED_PROXIES: '' } })
    const lines = Array.from({ length: 12 }, () => new Line(portOf(server.url)).ask('/healthcheck'))
    await Promise.all(lines.map(line => line.answered(200)))
    await new Line(portOf(server.url)).ask('/healthcheck').answered(503)
    for (const line of lines) line.socket.destroy()
    await eventually(async () => {
      const line = new Line(portOf(server.url)).ask('/healthcheck')
      await eventually(() => expect(line.said).not.toBe(''))
      expect(line.said).toContain('HTTP/1.1 200')
    })
  })

  test('behind a proxy, calls under way count by the address that it names, of IPv6 by the /64', async () => {
    const server = await openTestServer({ settings: { CONNECTIONS_PER_ADDRESS: '10', TRUSTED_PROXIES: '127.0.0.1' } })
    const port = portOf(server.url)
    const body = { 'content-type': 'application/json', 'content-length': '10' }
    const held = (ip: string) => new Line(port).ask('/profile/create', { ...body, 'x-forwarded-for': ip }, 'POST')
    const from = (ip: string) => new Line(port).ask('/healthcheck', { 'x-forwarded-for': ip })
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
