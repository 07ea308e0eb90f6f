import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { TestClock } from '../../../../test/clock'
import { listenOnLoopback } from '../../../../test/loopback'
import { providerApi } from './provider-api'

type Reply = { status: number; headers?: Record<string, string>; text: string } | 'hang up'

let replies: Reply[]
let received: IncomingMessage[]
let pauses: number[]
const server = createServer((request, response) => {
  received.push(request)
  const reply = replies.shift() ?? { status: 200, text: '{"id":"ok"}' }
  if (reply === 'hang up') return void request.socket.destroy()
  response.writeHead(reply.status, reply.headers).end(reply.text)
})
const refusal = (status: number, headers = {}): Reply => ({
  status,
  headers,
  text: JSON.stringify({ error: { code: 'card_declined', message: 'key sk_hidden was refused' } }),
})

/** A clock on which every pause is over at once. */
class NoWaiting extends TestClock {
  override after(delay: number, run: () => void): () => void {
    pauses.push(delay)
    queueMicrotask(run)
    return () => {}
  }
}

beforeEach(async () => {
  ;[replies, received, pauses] = [[], [], []]
  await listenOnLoopback(server)
})
afterEach(() => new Promise(resolve => server.close(resolve)))

function send(isRepeatable: boolean, path = '/v1/things?secret=1') {
  const { port } = server.address() as AddressInfo
  const api = providerApi({
    name: 'Stripe',
    base: `http://127.0.0.1:${port}`,
    authorization: 'Bearer sk_hidden',
    clock: new NoWaiting(),
  })
  return api.send({ method: 'POST', path, body: '{}', isRepeatable }, z.object({ id: z.string() }))
}

describe('Calling a payment provider [D36]', () => {
  test('a busy or failing provider is asked again, after the pause that it asks for', async () => {
    replies = [refusal(429, { 'retry-after': '2' }), refusal(503), 'hang up']
    expect(await send(true)).toEqual({ id: 'ok' })
    expect(received).toHaveLength(4)
    expect(pauses[0]).toBeGreaterThanOrEqual(2_000)
    expect(received[0]?.headers.authorization).toBe('Bearer sk_hidden')
  })

  test('what may have been done is not sent twice unless that changes nothing; what was turned away is', async () => {
    replies = [refusal(429), refusal(500)]
    await expect(send(false)).rejects.toMatchObject({ name: 'ProviderRefused', status: 500 })
    expect(received).toHaveLength(2)
    replies = ['hang up']
    await expect(send(false)).rejects.toMatchObject({ name: 'ProviderFailed' })
  })

  test('a refusal is final, and says what kind it is without what was sent or answered', async () => {
    replies = [refusal(402)]
    const error = await send(true).catch((failed: Error) => failed)
    expect(error).toMatchObject({ status: 402, kind: 'card_declined' })
    expect(JSON.stringify(error) + String(error)).not.toMatch(/sk_hidden|secret/)
    expect(received).toHaveLength(1)
  })

  test('it is given up after four attempts, or if it asks for too long a pause, or does not speak the language', async () => {
    replies = [refusal(500), refusal(500), refusal(500), refusal(500)]
    await expect(send(true)).rejects.toMatchObject({ status: 500 })
    expect(received).toHaveLength(4)
    replies = [refusal(429, { 'retry-after': '60' })]
    await expect(send(true)).rejects.toMatchObject({ status: 429 })
    replies = [{ status: 200, text: '<html>' }]
    await expect(send(true)).rejects.toMatchObject({ message: expect.stringContaining('form that is not known') })
    replies = [{ status: 302, headers: { location: 'http://169.254.169.254/' }, text: '' }]
    await expect(send(false)).rejects.toMatchObject({ name: 'ProviderFailed' })
  })
})
