import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import type { Objects, UploadAddress, UploadSize } from './objects'
import { type S3Service, startS3 } from './testing/s3-service'

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 7)])
const contentType = 'image/jpeg'
const customerKey = '0123456789abcdef0123456789abcdef'
let s3: S3Service

beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())
afterEach(() => {
  s3.ahead = 0
})

interface Place {
  server: TestServer
  objects: Objects
  wait(seconds: number): void
}

const inFolder = async (settings: Record<string, string> = {}): Promise<Place> => {
  const server = await openTestServer({ settings })
  return { server, objects: server.app.context.objects, wait: seconds => server.clock.advance(seconds * 1000) }
}
const inBucket = async (): Promise<Place> => {
  const server = await openTestServer({ settings: s3.settings })
  const wait = (seconds: number) => {
    s3.ahead += seconds
  }
  return { server, objects: server.app.context.objects, wait }
}

const exactly: UploadSize = { exactly: jpeg.length }
const most: UploadSize = { most: 5_000 }

/** Every way to receive an upload: the store, and how the size is limited. */
const ways: [string, UploadSize, () => Promise<Place>][] = [
  ['files, of an exact length', exactly, inFolder],
  ['files, up to a length', most, inFolder],
  ['an S3, of an exact length, past this server', exactly, inBucket],
  ['an S3, up to a length, through this server', most, async () => ({ ...(await inBucket()), wait: () => {} })],
  [
    'an S3 with a customer’s key',
    exactly,
    async () => ({ ...(await inFolder({ ...s3.settings, S3_CUSTOMER_KEY: customerKey })), wait: () => {} }),
  ],
]

let keys = 0
const newKey = () => `frames/1/2/${++keys}.jpg`

describe.each(ways)('Permission to upload one object to %s [D33]', (_name, size, open) => {
  let server: TestServer
  let objects: Objects

  beforeAll(async () => {
    ;({ server, objects } = await open())
  })

  const grant = (key: string) => objects.grantUpload(key, { contentType, size, seconds: 60 })
  const put = (address: UploadAddress, bytes: Buffer, headers: Record<string, string> = {}) =>
    fetch(new URL(address.url, server.url), { method: 'PUT', headers: { ...address.headers, ...headers }, body: bytes })

  test('stores it byte for byte, with its type', async () => {
    const key = newKey()
    const done = await put(await grant(key), jpeg)
    expect(done.status).toBe(200)
    expect(await objects.get(key)).toEqual({ bytes: jpeg, contentType })
    expect(await objects.peek(key, 3)).toEqual({ size: jpeg.length, beginning: jpeg.subarray(0, 3) })
  })

  test('stores nothing else: no other key, type or query, and nothing larger', async () => {
    const [key, other] = [newKey(), newKey()]
    const address = await grant(key)
    const elsewhere = { ...address, url: address.url.replace(key, other) }
    const tampered = [...new URL(address.url, server.url).searchParams.keys()].map(name => {
      const url = new URL(address.url, server.url)
      url.searchParams.set(name, `${url.searchParams.get(name)}1`)
      return { ...address, url: url.href }
    })
    const refused = [
      await put(elsewhere, jpeg),
      await put(address, jpeg, { 'content-type': 'text/html' }),
      await put(address, Buffer.concat([jpeg, Buffer.alloc(4_000)])),
      ...(await Promise.all(tampered.map(target => put(target, jpeg)))),
    ]
    for (const answer of refused) expect(answer.ok, `${answer.status} ${answer.url}`).toBe(false)
    await expect(objects.get(key)).rejects.toMatchObject({ code: 'object.not_found' })
    await expect(objects.get(other)).rejects.toMatchObject({ code: 'object.not_found' })
  })

  test('does not allow reading', async () => {
    const key = newKey()
    const address = await grant(key)
    await put(address, jpeg)
    expect((await fetch(new URL(address.url, server.url))).ok).toBe(false)
  })

  test('cannot be requested for a key outside the store', async () => {
    await expect(grant('../secret.key')).rejects.toMatchObject({ code: 'object.invalid_request' })
  })
})

test.each([
  ['files', inFolder],
  ['an S3', inBucket],
] as const)('Permission to upload to %s expires [D33]', async (_name, open) => {
  const { server, objects, wait } = await open()
  const address = await objects.grantUpload(newKey(), { contentType, size: exactly, seconds: 60 })
  const put = () => fetch(new URL(address.url, server.url), { method: 'PUT', headers: address.headers, body: jpeg })
  wait(61)
  expect((await put()).ok).toBe(false)
})

test('Permission to read does not allow uploading', async () => {
  const { server, objects } = await inFolder()
  const address = await objects.addressFor(newKey(), 60)
  const answer = await fetch(new URL(address, server.url), {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: jpeg,
  })
  expect(answer.status).toBe(404)
})

describe('Uploads that this server receives itself', () => {
  let server: TestServer
  let objects: Objects
  beforeAll(async () => {
    ;({ server, objects } = await inFolder())
  })
  const grant = (key: string, size: UploadSize = exactly) =>
    objects.grantUpload(key, { contentType, size, seconds: 60 })
  const put = ({ url, headers }: UploadAddress, body: RequestInit['body'], more: RequestInit = {}) =>
    fetch(new URL(url, server.url), { method: 'PUT', headers, body, ...more })

  test.each([
    ['files', () => inFolder()],
    ['an S3', () => inFolder(s3.settings)],
  ] as const)('are stored once, whoever comes first, in %s', async (_name, open) => {
    const place = await open()
    const key = newKey()
    const { url, headers } = await place.objects.grantUpload(key, { contentType, size: most, seconds: 60 })
    const send = (body: Buffer) => fetch(new URL(url, place.server.url), { method: 'PUT', headers, body })
    expect((await send(jpeg)).status).toBe(200)
    expect((await send(Buffer.from('another picture'))).status).toBe(404)
    expect((await place.objects.get(key)).bytes).toEqual(jpeg)
  })

  test('exactly one of many concurrent ones is stored completely', async () => {
    const key = newKey()
    const address = await grant(key, { most: 400_000 })
    const pictures = Array.from({ length: 10 }, (_, index) => Buffer.alloc(300_000, index))
    const answers = await Promise.all(pictures.map(picture => put(address, picture)))
    const kept = answers.flatMap((answer, index) => (answer.status === 200 ? [pictures[index]] : []))
    expect(kept).toHaveLength(1)
    expect((await objects.get(key)).bytes).toEqual(kept[0])
  })

  test('must declare their length, and are not stored if they break off', async () => {
    const key = newKey()
    const address = await grant(key)
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(jpeg)
        controller.close()
      },
    })
    expect((await put(address, stream, { duplex: 'half' } as RequestInit)).status).toBe(400)

    await new Promise<void>(done => {
      const { pathname, search, hostname, port } = new URL(address.url, server.url)
      const sending = request({
        ...{ hostname, port, path: `${pathname}${search}`, method: 'PUT' },
        headers: { ...address.headers, 'content-length': jpeg.length },
      })
      sending.on('error', () => done())
      sending.write(jpeg.subarray(0, 100), () => setImmediate(() => sending.destroy()))
      sending.on('close', () => done())
    })
    await expect(objects.get(key)).rejects.toMatchObject({ code: 'object.not_found' })
    expect((await put(address, jpeg)).status).toBe(200)
  })
})
