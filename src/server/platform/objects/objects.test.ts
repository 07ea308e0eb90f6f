import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../../test/test-server'
import type { ByteRange, Objects } from './objects'
import { type S3Service, startS3 } from './testing/s3-service'

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13])
let s3: S3Service
let files = 0

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
  /** Advances the time that signed URLs are checked against. */
  wait(seconds: number): void
}

const inBucket = async (settings: Record<string, string> = {}): Promise<Place> => {
  const server = await openTestServer({ settings: { ...s3.settings, ...settings } })
  const wait = (seconds: number) => {
    s3.ahead += seconds
    server.clock.advance(seconds * 1000)
  }
  return { server, objects: server.app.context.objects, wait }
}

const places: [string, () => Promise<Place>][] = [
  [
    'files in the data folder',
    async () => {
      const server = await openTestServer()
      return { server, objects: server.app.context.objects, wait: seconds => server.clock.advance(seconds * 1000) }
    },
  ],
  ['an S3 [D43]', () => inBucket()],
  ['an S3 with a customer’s key [5.7]', () => inBucket({ S3_CUSTOMER_KEY: '0123456789abcdef0123456789abcdef' })],
]

test('The storage client is of the third line of the SDK and speaks the API of 2006-03-01 [9.13, D43]', async () => {
  const packages = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
  expect(packages).toMatch(/"@aws-sdk\/client-s3": "3\./)
  expect(new S3Client({ region: 'us-east-1' }).config.apiVersion).toBe('2006-03-01')
})

describe.each(places)('Objects in %s', (_name, open) => {
  let server: TestServer
  let objects: Objects
  let wait: Place['wait']
  const load = (address: string) => fetch(new URL(address, server.url))

  beforeAll(async () => {
    ;({ server, objects, wait } = await open())
  })

  test('are returned byte for byte, with their type', async () => {
    await objects.put('people/7/portrait.png', picture, 'image/png')
    const found = await objects.get('people/7/portrait.png')
    expect(found).toEqual({ bytes: picture, contentType: 'image/png' })
  })

  test('are replaced, bytes and type, when put again', async () => {
    await objects.put('people/7/changed', picture, 'image/png')
    await objects.put('people/7/changed', Buffer.from('later'), 'text/plain')
    expect(await objects.get('people/7/changed')).toEqual({ bytes: Buffer.from('later'), contentType: 'text/plain' })
  })

  test('may be empty', async () => {
    await objects.put('people/7/empty', Buffer.alloc(0), 'text/plain')
    expect((await objects.get('people/7/empty')).bytes).toHaveLength(0)
  })

  test('that were never put are not found, even if the keys of others lead through them', async () => {
    await objects.put('people/8/folder/inner', picture, 'image/png')
    for (const key of ['people/8/nothing', 'people/8/folder', 'people/8/folder/inner/deeper']) {
      await expect(objects.get(key), key).rejects.toMatchObject({ name: 'ObjectError', code: 'object.not_found' })
    }
  })

  test('that were deleted are not found; deleting again is no error', async () => {
    await objects.put('people/7/gone', picture, 'image/png')
    await objects.delete('people/7/gone')
    await expect(objects.get('people/7/gone')).rejects.toMatchObject({ code: 'object.not_found' })
    await objects.delete('people/7/gone')
  })

  test('are put from a local file, and read whole or in ranges', async () => {
    const path = join(inject('folder'), `${++files}.bin`)
    const bytes = randomBytes(3_000_000)
    await writeFile(path, bytes)
    await objects.putFile('people/7/film', path, 'video/mp4')
    expect((await readFile(path)).equals(bytes)).toBe(true)
    const facts = await objects.stat('people/7/film')
    expect(facts).toMatchObject({
      size: bytes.length,
      contentType: 'video/mp4',
      version: expect.stringMatching(/^".+"$/),
    })
    const read = async (span?: ByteRange) => Buffer.concat(await (await objects.read('people/7/film', span)).toArray())
    expect((await read()).equals(bytes)).toBe(true)
    expect((await read({ from: 10, to: 1_999_999 })).equals(bytes.subarray(10, 2_000_000))).toBe(true)
    await objects.put('people/7/film', bytes.subarray(1), 'video/mp4')
    expect((await objects.stat('people/7/film')).version).not.toBe(facts.version)
  })

  test('that do not exist cannot be looked up or read', async () => {
    for (const ask of [objects.stat, objects.read]) {
      await expect(ask('people/7/never')).rejects.toMatchObject({ name: 'ObjectError', code: 'object.not_found' })
    }
  })

  test('below a key are deleted, and nothing beside it', async () => {
    const below = Array.from({ length: 12 }, (_, index) => `uploads/1/a/${index}`)
    const beside = ['uploads/1/ab/1', 'uploads/1/b/1']
    for (const key of [...below, ...beside]) await objects.put(key, picture, 'image/png')
    await objects.deleteBelow('uploads/1/a')
    for (const key of below) await expect(objects.get(key)).rejects.toMatchObject({ code: 'object.not_found' })
    for (const key of beside) expect((await objects.get(key)).bytes).toEqual(picture)
    await objects.deleteBelow('uploads/1/a')
  })

  test.each([
    '../secret.key',
    'people/../../secret.key',
    '/etc/passwd',
    'people//7',
    'people/7/',
    'people/./7',
    'people/%2e%2e/7',
    'people/7..png',
    'people\\..\\7',
    'people/7\u0000.png',
    'People/7',
    'people/7.type~',
    '',
    `people/${'7'.repeat(500)}`,
  ])('the key %j is refused everywhere', async key => {
    const refused = { name: 'ObjectError', code: 'object.invalid_request' }
    await expect(objects.put(key, picture, 'image/png')).rejects.toMatchObject(refused)
    await expect(objects.get(key)).rejects.toMatchObject(refused)
    await expect(objects.delete(key)).rejects.toMatchObject(refused)
    await expect(objects.deleteBelow(key)).rejects.toMatchObject(refused)
    await expect(objects.putFile(key, '/etc/hostname', 'text/plain')).rejects.toMatchObject(refused)
    await expect(objects.stat(key)).rejects.toMatchObject(refused)
    await expect(objects.read(key)).rejects.toMatchObject(refused)
    await expect(objects.addressFor(key, 60)).rejects.toMatchObject(refused)
  })

  test('a signed URL lets anybody read this one object for a limited time [D23]', async () => {
    await objects.put('people/7/shown.png', picture, 'image/png')
    const address = await objects.addressFor('people/7/shown.png', 600)
    const shown = await load(address)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture)
    // With a margin of a minute: the S3 emulator uses real time, and a busy machine is slow.
    wait(540)
    expect((await load(address)).status).toBe(200)
    wait(602)
    expect((await load(address)).ok).toBe(false)
  })

  test('a URL that was tampered with is refused', async () => {
    await objects.put('people/7/mine', picture, 'image/png')
    await objects.put('people/8/theirs', picture, 'image/png')
    const address = new URL(await objects.addressFor('people/7/mine', 600), server.url)
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(address)
      change(copy)
      return load(copy.href)
    }
    expect((await load(address.href)).status).toBe(200)
    const moved = await changed(copy => {
      copy.pathname = copy.pathname.replace('7/mine', '8/theirs')
    })
    expect(moved.ok).toBe(false)
    for (const name of address.searchParams.keys()) {
      const value = address.searchParams.get(name) ?? ''
      for (const other of ['', `${value.slice(0, -1)}${value.endsWith('9') ? '8' : '9'}`, `${value.slice(0, -1)}é`]) {
        const refused = await changed(copy => copy.searchParams.set(name, other))
        expect([403, 404], `${name}=${other}`).toContain(refused.status)
      }
    }
  })

  test('the store reports whether it can be reached', async () => {
    await objects.check()
    expect(await (await fetch(`${server.url}/readycheck`)).json()).toMatchObject({ data: { objects: true } })
  })
})
