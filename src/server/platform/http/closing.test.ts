import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { openTestServer } from '../../../../test/test-server'
import { makeServer } from './server'

test('a closing server finishes answers that have begun, and does not wait longer than that', async () => {
  const { app } = await openTestServer()
  const http = await makeServer(app.context, async () => null)
  const answer = new PassThrough()
  http.get('/long', (_request, reply) => reply.type('text/plain').send(answer))
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  answer.write('to begin with, ')
  const reply = await fetch(`http://127.0.0.1:${port}/long`)
  const closed = http.close()
  answer.end('and at last')
  expect(await reply.text()).toBe('to begin with, and at last')
  await closed
})
