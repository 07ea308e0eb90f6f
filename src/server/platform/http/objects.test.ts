import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import { type S3Service, startS3 } from '../objects/testing/s3-service'

const bytes = Buffer.from('0123456789')
let s3: S3Service
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())

describe.each([
  ['files', () => openTestServer()],
  ['an S3', () => openTestServer({ settings: s3.settings })],
  [
    'an S3 with a customer’s key',
    () => openTestServer({ settings: { ...s3.settings, S3_CUSTOMER_KEY: '0'.repeat(32) } }),
  ],
] as const)('Range requests of a player for an object in %s', (_name, open) => {
  let server: TestServer
  let address: URL
  let etag: string
  beforeAll(async () => {
    server = await open()
    const { objects } = server.app.context
    await objects.put('attachments/1/2/file', bytes, 'audio/mpeg')
    address = new URL(await objects.addressFor('attachments/1/2/file', 60, 'Größe "1".mp3'), server.url)
    etag = (await fetch(address)).headers.get('etag') ?? ''
  })
  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(address, { method, headers })
    const range = response.headers.get('content-range')
    return {
      status: response.status,
      range,
      length: response.headers.get('content-length'),
      text: await response.text(),
    }
  }

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-4', '4', 'bytes 4-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('%s is a range', async (range, text, said) => {
    expect(await ask({ range })).toEqual({ status: 206, range: said, length: String(text.length), text })
  })

  test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99-100'])('%s is outside', async range => {
    expect(await ask({ range })).toMatchObject({ status: 416, range: 'bytes */10', text: '' })
  })

  test.each(['bytes=0-1,3-4', 'bytes=5-2', 'bytes=a-b', 'bytes=-', 'lines=1-2', 'bytes=99999999999999999999-'])(
    '%s is the whole object',
    async range => {
      expect(await ask({ range })).toMatchObject({ status: 200, range: null, length: '10', text: '0123456789' })
    },
  )

  test('a range with If-Range only if the object is unchanged', async () => {
    expect(etag).toMatch(/^".+"$/)
    const range = 'bytes=1-2'
    expect(await ask({ range, 'if-range': etag })).toMatchObject({ status: 206, text: '12' })
    for (const other of ['"another"', 'Fri, 20 Nov 2026 09:00:00 GMT'])
      expect(await ask({ range, 'if-range': other }), other).toMatchObject({ status: 200, text: '0123456789' })
    expect(await ask({ 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
  })

  test('its length, without its contents', async () => {
    expect(await ask({ range: 'bytes=1-2' }, 'HEAD')).toMatchObject({ status: 200, length: '10', text: '' })
    expect((await fetch(address, { method: 'HEAD' })).headers.get('accept-ranges')).toBe('bytes')
  })

  test('under its name, for old clients and new ones', async () => {
    expect((await fetch(address)).headers.get('content-disposition')).toBe(
      `inline; filename="Gro_e _1_.mp3"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.mp3`,
    )
  })

  test('under no other name, and not without it', async () => {
    for (const name of ['page.html', 'Größe "1".mp3 ', '']) {
      const other = new URL(address)
      other.searchParams.set('name', name)
      expect((await fetch(other)).status, name).toBe(404)
    }
    const nameless = new URL(address)
    nameless.searchParams.delete('name')
    expect((await fetch(nameless)).status).toBe(404)
  })
})

test('text is served as stored, so that ranges of it are right', async () => {
  const server = await openTestServer()
  const { objects } = server.app.context
  const text = 'line\n'.repeat(2_000)
  await objects.put('attachments/1/3/file', Buffer.from(text), 'text/plain')
  const address = new URL(await objects.addressFor('attachments/1/3/file', 60, 'a.txt'), server.url)
  const { headers } = await fetch(address, { headers: { 'accept-encoding': 'br, gzip' } })
  expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, '10000'])
})
