import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { sendEmailCode } from '#shared/contract/session/endpoints'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ settings: { PUBLIC_URL: 'https://wheelhouse.ridgeway.example' } })
  await server.stranger().call(sendEmailCode, { email: 'maya@ridgeway.example' })
})

interface Answered {
  status: number
  text: string
}

/** Sends a request with any Host header, which `fetch` would not do. */
function get(path: string, headers: Record<string, string>): Promise<Answered> {
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end()
  })
}

const foreign = ['evil.example', 'evil.example:4780', '127.0.0.1.evil.example', 'localhost.evil.example', '0.0.0.0']

describe('A server on loopback answers its own names only, so that no other site can pose as it', () => {
  test.each(foreign)('refuses “%s” for every path', async host => {
    for (const path of ['/outbox', '/outbox.json', '/', '/healthcheck', '/openapi.json']) {
      const { status, text } = await get(path, { host, accept: 'text/html' })
      expect([400, 421], path).toContain(status)
      expect(text).not.toContain('maya@ridgeway.example')
    }
  })

  test.each(['localhost', 'localhost:4780', '127.0.0.1', '127.0.0.1:8080', '[::1]:4780', 'wheelhouse.localhost'])(
    'accepts “%s” with any port',
    async host => {
      expect((await get('/outbox.json', { host })).text).toContain('maya@ridgeway.example')
    },
  )

  test('accepts the public name, which arrives through a proxy and does not show the outbox [D10]', async () => {
    const host = 'wheelhouse.ridgeway.example'
    expect(await get('/healthcheck', { host })).toMatchObject({ status: 200 })
    expect(await get('/outbox.json', { host })).toMatchObject({ status: 404 })
  })

  test('checks sockets too', async () => {
    const { port } = new URL(server.url)
    const socket = new WebSocket(`ws://127.0.0.1:${port}/sockets/chat`, { headers: { host: 'evil.example' } })
    const refused = await new Promise<string>(resolve => socket.on('error', error => resolve(error.message)))
    expect(refused).toContain('403')
  })

  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-forwarded-host', 'x-forwarded-port', 'x-real-ip'])(
    'does not show the outbox to requests through a proxy that sends %s [D10]',
    async name => {
      const through = await get('/outbox.json', { host: 'localhost', [name]: '203.0.113.7' })
      expect(through).toMatchObject({ status: 404 })
      expect(through.text).not.toContain('maya@ridgeway.example')
    },
  )
})

// A machine without a network has no other address to test with.
const [elsewhere] = Object.values(networkInterfaces())
  .flat()
  .filter(
    networkInterfaceInfo =>
      networkInterfaceInfo && !networkInterfaceInfo.internal && networkInterfaceInfo.family === 'IPv4',
  )
if (elsewhere)
  test('A server that listens on the network accepts any name there', async () => {
    const open = await openTestServer({ settings: { HOST: '0.0.0.0' } })
    const { port } = new URL(open.url)
    const response = await fetch(`http://${elsewhere.address}:${port}/healthcheck`)
    expect(response.status).toBe(200)
    expect((await fetch(`http://${elsewhere.address}:${port}/outbox.json`)).status).toBe(404)
  })
