import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { sendFile } from './file-reply'

const pieceBytes = 65_536
/** More chunks than a connection buffers. */
const manyChunks = 1_000

let fastify: FastifyInstance | undefined
afterEach(() => fastify?.close())

/** A file with this many chunks, how many of them were produced, and a promise for the end of production. */
function file(pieces: number, fails = false) {
  let ended = () => {}
  const made = { pieces: 0, end: new Promise<void>(resolve => (ended = resolve)) }
  async function* content() {
    try {
      for (; made.pieces < pieces; made.pieces += 1) {
        if (fails && made.pieces === 3) throw new Error('The database is gone.')
        // Random bytes, because repeated ones compress to nothing and the server would never wait for the client.
        yield randomBytes(pieceBytes)
      }
    } finally {
      ended()
    }
  }
  return { made, content }
}

/** Serves a file; returns its URL. */
async function serve(content: () => AsyncGenerator<Buffer>): Promise<string> {
  const type = 'text/csv; charset=utf-8'
  fastify = Fastify()
  await fastify.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] })
  fastify.get('/file', (request, reply) => sendFile(request, reply, { name: 'Bay log.csv', type, content: content() }))
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/file`
}

async function answer(address: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [response] = (await once(get(address, { headers }), 'response')) as [IncomingMessage]
  return response
}

describe('A file that is produced while it is sent', () => {
  test('arrives complete, also compressed', async () => {
    const { content, made } = file(20)
    const address = await serve(content)
    const bytes = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
    expect(bytes.headers.get('content-encoding')).toBe('gzip')
    expect((await bytes.arrayBuffer()).byteLength).toBe(20 * pieceBytes)
    expect(made.pieces).toBe(20)
  })

  test.each([
    ['as it is', {}],
    ['packed', { 'accept-encoding': 'br' }],
  ])('is not produced further when the client disconnects: %s', async (_how, headers: Record<string, string>) => {
    const { content, made } = file(manyChunks)
    const response = await answer(await serve(content), headers)
    expect(response.headers['content-encoding']).toBe(headers['accept-encoding'])
    await once(response, 'data')
    response.destroy()
    await made.end
    expect(made.pieces).toBeLessThan(manyChunks / 2)
  })

  test('breaks off the connection if production fails, so that nobody takes a part for the whole', async () => {
    const { content } = file(manyChunks, true)
    const address = await serve(content)
    const whole = fetch(address).then(response => response.arrayBuffer())
    await expect(whole).rejects.toThrow()
  })

  test('is not produced for a HEAD request', async () => {
    const { content, made } = file(manyChunks)
    const response = await fetch(await serve(content), { method: 'HEAD' })
    expect(response.headers.get('content-disposition')).toContain('Bay log.csv')
    expect(made.pieces).toBe(0)
  })
})
