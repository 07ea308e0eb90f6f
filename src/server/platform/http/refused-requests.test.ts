import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})

const port = () => Number(new URL(server.url).port)

/** Everything that the server sends until it ends the connection. */
async function receivedUntilEnd(socket: Socket): Promise<string> {
  let said = ''
  socket.setEncoding('utf8').on('data', chunk => {
    said += chunk
  })
  await once(socket, 'close')
  return said
}

/** Sends raw bytes and returns the status and body of the reply. */
async function send(text: string): Promise<{ status: number; reply: Record<string, unknown> }> {
  const socket = connect(port(), '127.0.0.1')
  socket.write(text, 'latin1')
  const [head = '', body = ''] = (await receivedUntilEnd(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), reply: JSON.parse(body) }
}

const shape = (status: number, code: string) => ({
  status,
  reply: { data: null, status, code, message: expect.any(String), request_id: expect.any(String) },
})

describe('Requests that the HTTP parser refuses get the common error shape [7.1c]', () => {
  test.each<[string, string, number, string]>([
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'request.headers_too_large',
    ],
    [
      'an address that is too long',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      431,
      'request.headers_too_large',
    ],
    ['what is no HTTP', 'Good morning\r\n\r\n', 400, 'request.malformed'],
    ['a method that there is not', 'HELLO / HTTP/1.1\r\nhost: localhost\r\n\r\n', 400, 'request.malformed'],
    [
      'a length that is none',
      'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-length: many\r\n\r\n',
      400,
      'request.malformed',
    ],
    [
      'two lengths',
      'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc',
      400,
      'request.malformed',
    ],
    [
      'a length beside chunks',
      'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'request.malformed',
    ],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nhost: localhost\r\nx: a\0b\r\n\r\n', 400, 'request.malformed'],
    [
      'a chunk without a size',
      'POST /user/authentication/otp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
      'request.malformed',
    ],
    ['no host', 'GET /healthcheck HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'request.malformed'],
    [
      'an address that nobody can decode',
      'GET /logs/%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      400,
      'request.malformed',
    ],
    [
      'an address that names a very long thing',
      `GET /logs/${'1'.repeat(400)} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
      404,
      'route.not_found',
    ],
    [
      'an unknown kind of content',
      'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/x\r\ncontent-length: 1\r\nconnection: close\r\n\r\nx',
      415,
      'request.unsupported_type',
    ],
    [
      'a length of more than is taken',
      'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\nconnection: close\r\n\r\n',
      413,
      'request.too_large',
    ],
    [
      'JSON that ends too early',
      'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{"',
      400,
      'request.not_json',
    ],
    [
      'no JSON at all',
      'POST /search HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
      400,
      'request.not_json',
    ],
  ])('%s', async (_name, text, status, code) => {
    expect(await send(text)).toEqual(shape(status, code))
  })

  test('headers that never end', async () => {
    const accepted = once(server.app.http.server, 'connection') as Promise<[Socket]>
    const client = connect(port(), '127.0.0.1')
    client.write('GET /healthcheck HTTP/1.1\r\nhost: localhost\r\n')
    const said = receivedUntilEnd(client)
    const [atServer] = await accepted
    // The error that Node's own timer raises for such a connection.
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.app.http.server.emit('clientError', late, atServer)
    expect(await said).toMatch(/^HTTP\/1.1 408 .*"code":"request.timed_out"/s)
    expect(server.app.http.server.headersTimeout).toBeLessThanOrEqual(20_000)
  })

  test('an Expect header is ignored, and the answer arrives', async () => {
    const { status, reply } = await send(
      'GET /healthcheck HTTP/1.1\r\nhost: localhost\r\nexpect: cake\r\nconnection: close\r\n\r\n',
    )
    expect(status).toBe(200)
    expect(reply).toMatchObject({ data: { live: true } })
  })
})
