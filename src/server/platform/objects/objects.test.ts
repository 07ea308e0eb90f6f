import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openHouse, type TestHouse } from '../../../../test/house'
import type { Objects } from './objects'
import { type S3Service, startS3 } from './testing/s3-service'

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 10, 13])
let s3: S3Service

beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())
afterEach(() => {
  s3.ahead = 0
})

interface Place {
  house: TestHouse
  objects: Objects
  /** Time goes on, for whoever checks the addresses. */
  wait(seconds: number): void
}

const places: [string, () => Promise<Place>][] = [
  [
    'files in the data folder',
    async () => {
      const house = await openHouse()
      return { house, objects: house.app.house.objects, wait: seconds => house.clock.advance(seconds * 1000) }
    },
  ],
  [
    'an S3 [D43]',
    async () => {
      const house = await openHouse({ settings: s3.settings })
      const wait = (seconds: number) => {
        s3.ahead += seconds
      }
      return { house, objects: house.app.house.objects, wait }
    },
  ],
]

describe.each(places)('Objects in %s', (_name, open) => {
  let house: TestHouse
  let objects: Objects
  let wait: Place['wait']
  const load = (address: string) => fetch(new URL(address, house.url))

  beforeAll(async () => {
    ;({ house, objects, wait } = await open())
  })

  test('what is put is got again, byte for byte, with its type', async () => {
    await objects.put('people/7/portrait.png', picture, 'image/png')
    const found = await objects.get('people/7/portrait.png')
    expect(found).toEqual({ bytes: picture, contentType: 'image/png' })
  })

  test('putting again replaces bytes and type', async () => {
    await objects.put('people/7/changed', picture, 'image/png')
    await objects.put('people/7/changed', Buffer.from('later'), 'text/plain')
    expect(await objects.get('people/7/changed')).toEqual({ bytes: Buffer.from('later'), contentType: 'text/plain' })
  })

  test('an empty object is an object', async () => {
    await objects.put('people/7/empty', Buffer.alloc(0), 'text/plain')
    expect((await objects.get('people/7/empty')).bytes).toHaveLength(0)
  })

  test('what was never put is not found, even where the names of others lead through it', async () => {
    await objects.put('people/8/folder/inner', picture, 'image/png')
    for (const key of ['people/8/nothing', 'people/8/folder', 'people/8/folder/inner/deeper']) {
      await expect(objects.get(key), key).rejects.toMatchObject({ name: 'ObjectError', code: 'object.not_found' })
    }
  })

  test('what was deleted is not found; deleting it again is no error', async () => {
    await objects.put('people/7/gone', picture, 'image/png')
    await objects.delete('people/7/gone')
    await expect(objects.get('people/7/gone')).rejects.toMatchObject({ code: 'object.not_found' })
    await objects.delete('people/7/gone')
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
    await expect(objects.addressFor(key, 60)).rejects.toMatchObject(refused)
  })

  test('a signed address lets anybody read this one object, for a while [D23]', async () => {
    await objects.put('people/7/shown.png', picture, 'image/png')
    const address = await objects.addressFor('people/7/shown.png', 600)
    const shown = await load(address)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture)
    wait(599)
    expect((await load(address)).status).toBe(200)
    wait(602)
    expect((await load(address)).ok).toBe(false)
  })

  test('an address that was tampered with is refused', async () => {
    await objects.put('people/7/mine', picture, 'image/png')
    await objects.put('people/8/theirs', picture, 'image/png')
    const address = new URL(await objects.addressFor('people/7/mine', 600), house.url)
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

  test('the store says whether it can be reached', async () => {
    await objects.check()
    expect(await (await fetch(`${house.url}/readycheck`)).json()).toMatchObject({ data: { objects: true } })
  })
})
