import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { startUpload } from '#shared/contract/attachments/endpoints'
import { bodyArrival } from '#shared/limits'
import { eventually } from '#shared/testing/eventually'
import type { Actor } from '../../../../test/actor'
import { openTestServer, type TestServer } from '../../../../test/test-server'

let server: TestServer
let maya: Actor

beforeAll(async () => {
  server = await openTestServer()
  maya = await server.person({ name: 'Maya Okafor' })
  await maya.createOrganisation('Ridgeway Cycles')
})

const second = 1000

/** A connection that a test writes to directly. */
class RawConnection {
  said = ''
  isOver = false
  readonly socket: Socket

  constructor() {
    this.socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    this.socket.setEncoding('utf8')
    this.socket.on('data', chunk => {
      this.said += chunk
    })
    this.socket.on('close', () => {
      this.isOver = true
    })
    this.socket.on('error', () => {})
  }

  /** Sends the head of a call, and resolves once the server has received it. */
  async begin(method: string, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
    const { organization_id, user_id, tokens } = maya
    const began = once(server.app.http.server, 'request') as Promise<[IncomingMessage]>
    const lines = Object.entries({ host: 'localhost', authorization: `Bearer ${tokens?.IdToken}`, ...headers })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    this.socket.write(`${method} ${path}?organization_id=${organization_id}&user_id=${user_id} HTTP/1.1\r\n${head}\r\n`)
    const [request] = await began
    return request
  }

  get reply() {
    const [head = '', body = ''] = this.said.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), body: body.replace(/^[0-9a-f]+\r\n/, '') }
  }
}

/** Advances the clock until the condition holds. */
const advanceUntil = (isSo: () => boolean) =>
  eventually(() => {
    if (isSo()) return
    server.clock.advance(bodyArrival.checkEvery)
    throw new Error('Not yet.')
  })

const multipart = 'multipart/form-data; boundary=x'
const beginning = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nSome'

describe('A body that never arrives is answered 408 and its connection ends [7.1c]', () => {
  test.each<[string, string, string, Record<string, string>, string]>([
    ['plain', 'POST', '/search', { 'content-type': 'application/json', 'content-length': '100' }, ''],
    ['plain, begun', 'POST', '/search', { 'content-type': 'application/json', 'content-length': '100' }, '{"query":'],
    [
      'in chunks',
      'POST',
      '/search',
      { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      '3\r\n{"q\r\n',
    ],
    [
      'multipart, before anything',
      'POST',
      '/attachments/upload',
      { 'content-type': multipart, 'content-length': '9000' },
      '',
    ],
    [
      'multipart, in a file',
      'POST',
      '/attachments/upload',
      { 'content-type': multipart, 'content-length': '9000' },
      beginning,
    ],
    [
      'a part of an upload',
      'PUT',
      '/attachments/upload/99999999-9999-4999-8999-999999999999/1',
      { 'content-type': 'application/octet-stream', 'content-length': '1000000' },
      'Some',
    ],
  ])('%s', async (_name, method, path, headers, begun) => {
    const line = new RawConnection()
    await line.begin(method, path, headers)
    line.socket.write(begun)
    server.clock.advance(bodyArrival.idle + bodyArrival.checkEvery)
    await eventually(() => expect(line.isOver).toBe(true))
    expect(line.reply.status).toBe(408)
    expect(JSON.parse(line.reply.body)).toEqual({
      ...{ data: null, status: 408, code: 'request.timed_out' },
      ...{ message: expect.any(String), request_id: expect.any(String) },
    })
  })

  test('and so is a trickle that would take hours', async () => {
    const line = new RawConnection()
    const { socket } = await line.begin('POST', '/search', {
      'content-type': 'application/json',
      'content-length': '900000',
    })
    let sent = socket.bytesRead
    for (let passed = 0; passed <= bodyArrival.grace; passed += bodyArrival.checkEvery) {
      line.socket.write(' ')
      sent += 1
      await eventually(() => expect(socket.bytesRead).toBeGreaterThanOrEqual(sent))
      server.clock.advance(bodyArrival.checkEvery)
    }
    await eventually(() => expect(line.isOver).toBe(true))
    expect(line.reply.status).toBe(408)
  })

  test('while other calls are served as usual', async () => {
    const lines = Array.from({ length: 40 }, () => new RawConnection())
    for (const line of lines)
      await line.begin('POST', '/search', { 'content-type': 'application/json', 'content-length': '100' })
    expect(await maya.profile()).toMatchObject({ user_id: maya.user_id })
    server.clock.advance(bodyArrival.idle + bodyArrival.checkEvery)
    await eventually(() => expect(lines.every(line => line.isOver)).toBe(true))
    expect(lines.map(line => line.reply.status)).toEqual(lines.map(() => 408))
    expect(await maya.profile()).toMatchObject({ user_id: maya.user_id })
  })

  test.each([
    ['one address', () => '203.0.113.7'],
    ['one /64 of IPv6', (nr: number) => `2001:db8:7:1::${(nr + 1).toString(16)}`],
  ])('%s has at most a hundred of them', async (_, addressOf) => {
    const lines = Array.from({ length: bodyArrival.perAddress + 5 }, () => new RawConnection())
    const length = { 'content-type': 'application/json', 'content-length': '100' }
    for (const [nr, line] of lines.entries())
      await line.begin('POST', '/search', { ...length, 'x-forwarded-for': addressOf(nr) })
    server.clock.advance(bodyArrival.checkEvery)
    await eventually(() => expect(lines.filter(line => line.isOver).length).toBeGreaterThanOrEqual(5))
    expect(lines.filter(line => line.reply.status === 429)).toHaveLength(5)
    for (const line of lines) line.socket.destroy()
  })
})

test('A slow body that keeps arriving is read to its end, however long it takes', async () => {
  const { file_id, part_bytes } = await maya.call(startUpload, { file_name: 'a.bin' })
  const line = new RawConnection()
  const { socket } = await line.begin('PUT', `/attachments/upload/${file_id}/1`, {
    'content-type': 'application/octet-stream',
    'content-length': String(part_bytes),
  })
  const chunk = Buffer.alloc(16_384)
  let read = socket.bytesRead
  for (let sent = 0; sent < part_bytes; sent += chunk.length) {
    line.socket.write(chunk)
    read += chunk.length
    await eventually(() => expect(socket.bytesRead, line.said).toBeGreaterThanOrEqual(read))
    server.clock.advance(10 * second)
  }
  await eventually(() => expect(line.reply.status).toBe(200))
  line.socket.destroy()
})

describe('A multipart call that is refused midway', () => {
  const field = '--x\r\ncontent-disposition: form-data; name="nonsense"; filename="a.txt"\r\n\r\n'

  test('is answered at once, and its connection takes the next call when the rest has arrived', async () => {
    const line = new RawConnection()
    const rest = `${'x'.repeat(400_000)}\r\n--x--\r\n`
    await line.begin('POST', '/attachments/upload', {
      'content-type': multipart,
      'content-length': String(field.length + rest.length),
    })
    line.socket.write(field + rest.slice(0, 100_000))
    await eventually(() => expect(line.said).toContain('request.invalid'))
    line.said = ''
    line.socket.write(rest.slice(100_000))
    line.socket.write('GET /healthcheck HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await eventually(() => expect(line.said).toContain('"live":true'))
    line.socket.destroy()
  })

  test('loses its connection if the rest never arrives', async () => {
    const line = new RawConnection()
    await line.begin('POST', '/attachments/upload', { 'content-type': multipart, 'content-length': '90000000' })
    line.socket.write(field + 'x'.repeat(100_000))
    await eventually(() => expect(line.said).toContain('request.invalid'))
    await advanceUntil(() => line.isOver)
  })
})
