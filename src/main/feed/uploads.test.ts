import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { UploadGrant } from '#shared/contract/sources/endpoints'
import { eventually } from '#shared/testing/eventually'
import { settled, TestClock } from '../platform/test-clock'
import { Spool } from './spool'
import { Uploads } from './uploads'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'))
  folders.push(folder)
  return folder
}

const grant = (name: string, expires_in = 60): UploadGrant => ({
  id: randomUUID(),
  url: `https://store.example/${name}?signed`,
  method: 'PUT',
  headers: { 'Content-Type': 'image/jpeg', 'Content-Length': '4' },
  key: `frames/${name}.jpg`,
  expires_in,
})
const request = (name: string, expires_in?: number) => ({ id: randomUUID(), upload: grant(name, expires_in) })
const jpeg = Buffer.from('jpeg')

function desk({ limit = 500, folder = newFolder() } = {}) {
  const clock = new TestClock()
  const spool = new Spool(folder, limit)
  const world = {
    puts: [] as string[],
    answers: [] as string[],
    statuses: [] as (number | 'lost' | { retryAfter: string })[],
    isConnected: true,
    owner: '7 in 3' as string | null,
    grants: 0,
    freshGrant: grant('fresh') as UploadGrant | null,
    headers: {} as unknown,
    hang: null as Promise<void> | null,
  }
  const uploads = new Uploads({
    clock,
    spool,
    async fetch(url, { headers: said = {}, signal }) {
      world.puts.push(new URL(url).pathname.slice(1))
      world.headers = said
      if (world.hang !== null) {
        const aborted = new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        )
        await Promise.race([world.hang, aborted])
      }
      const status = world.statuses.shift() ?? 200
      if (status === 'lost') throw new Error('ECONNRESET')
      const headers = new Headers()
      if (typeof status === 'object') headers.set('Retry-After', status.retryAfter)
      const code = typeof status === 'object' ? 429 : status
      return { status: code, ok: code < 300, headers }
    },
    owner: () => world.owner,
    async newGrant() {
      world.grants += 1
      return world.freshGrant
    },
    answer(_, key) {
      if (world.isConnected) world.answers.push(key)
      return world.isConnected
    },
    onUploaded: () => undefined,
  })
  /** Waits for the real disk by checking, not by time. */
  const until = (isSo: () => boolean) => eventually(() => expect(isSo()).toBe(true))
  return { clock, spool, uploads, world, folder, until }
}

describe('Uploading pictures [D32, D33]', () => {
  test('each goes to the URL of its permission, in order, and is reported once with its key', async () => {
    const { uploads, world, folder, until } = desk()
    uploads.set('flow')
    for (const name of ['a', 'b', 'c']) expect(await uploads.add(request(name), jpeg)).toBe(true)
    await until(() => world.answers.length === 3 && readdirSync(folder).length === 0)
    expect(world.puts).toEqual(['a', 'b', 'c'])
    expect(world.answers).toEqual(['frames/a.jpg', 'frames/b.jpg', 'frames/c.jpg'])
    expect(world.headers).toEqual({ 'Content-Type': 'image/jpeg' })
  })

  test('a failing network is retried with growing delays, and nothing overtakes', async () => {
    const { uploads, world, clock, until } = desk()
    world.statuses = ['lost', 503]
    uploads.set('flow')
    await uploads.add(request('a'), jpeg)
    await uploads.add(request('b'), jpeg)
    await until(() => world.puts.length === 1 && clock.waiting === 1)
    await clock.pass(750)
    await until(() => world.puts.length === 2 && clock.waiting === 1)
    await clock.pass(1_499)
    expect(world.puts).toHaveLength(2)
    await clock.pass(1)
    await until(() => world.answers.length === 2)
    expect(world.puts).toEqual(['a', 'a', 'a', 'b'])
    expect(world.answers).toEqual(['frames/a.jpg', 'frames/b.jpg'])
  })

  test("the store's Retry-After is respected, also if the connection returns meanwhile", async () => {
    const { uploads, spool, world, clock, until } = desk()
    world.statuses = [{ retryAfter: '20' }]
    uploads.set('flow')
    const read = vi.spyOn(spool, 'read')
    await uploads.add(request('a'), jpeg)
    await uploads.add(request('b'), jpeg)
    await until(() => world.puts.length === 1 && clock.waiting === 1)
    await clock.pass(19_999)
    uploads.connectionRestored()
    await settled()
    expect(read).toHaveBeenCalledTimes(1)
    await clock.pass(1_001)
    await until(() => world.answers.length === 2)
    expect(world.puts).toEqual(['a', 'a', 'b'])
  })

  test('an expired permission is replaced by a new one, and the report has its key', async () => {
    const { uploads, world, clock, until } = desk()
    await uploads.add(request('a', 60), jpeg)
    await clock.pass(60_000)
    uploads.set('flow')
    await until(() => world.answers.length === 1)
    expect(world.puts).toEqual(['fresh'])
    expect(world.answers).toEqual(['frames/fresh.jpg'])
  })

  test('a picture that is refused is dropped, and the next one continues', async () => {
    const { uploads, world, until } = desk()
    world.statuses = [403]
    world.freshGrant = null
    uploads.set('flow')
    await uploads.add(request('a'), jpeg)
    await uploads.add(request('b'), jpeg)
    await until(() => world.answers.length === 1)
    expect(world.answers).toEqual(['frames/b.jpg'])
    expect(world.grants).toBe(1)
  })

  test('without a connection the report waits, and is sent once when it returns', async () => {
    const { uploads, world, until } = desk()
    world.isConnected = false
    uploads.set('flow')
    await uploads.add(request('a'), jpeg)
    await until(() => world.puts.length === 1)
    await settled()
    world.isConnected = true
    uploads.connectionRestored()
    uploads.connectionRestored()
    await until(() => world.answers.length === 1)
    expect(world.puts).toEqual(['a'])
  })

  test('nothing is sent while paused; a running upload is aborted', async () => {
    const { uploads, world, until } = desk()
    uploads.set('flow')
    world.hang = new Promise(() => undefined)
    await uploads.add(request('a'), jpeg)
    await until(() => world.puts.length === 1)
    uploads.set('wait')
    await uploads.add(request('b'), jpeg)
    await settled()
    expect(world.answers).toEqual([])
    world.hang = null
    uploads.set('flow')
    await until(() => world.answers.length === 2)
    expect(world.answers).toEqual(['frames/a.jpg', 'frames/b.jpg'])
  })

  test('a stop removes all pictures from the disk at once, including one that is being written [4.11d]', async () => {
    const { uploads, world, folder, until } = desk()
    uploads.set('flow')
    world.hang = new Promise(() => undefined)
    await uploads.add(request('a'), jpeg)
    await until(() => world.puts.length === 1)
    const late = uploads.add(request('b'), jpeg)
    uploads.set('be_dropped')
    expect(readdirSync(folder).filter(file => file.endsWith('.json'))).toEqual([])
    await late
    await until(() => readdirSync(folder).length === 0)
    expect(world.answers).toEqual([])
  })

  test('pictures of somebody who signed out are never sent', async () => {
    const { uploads, world, folder, until } = desk()
    await uploads.add(request('a'), jpeg)
    world.owner = '8 in 3'
    uploads.set('flow')
    await until(() => readdirSync(folder).length === 0)
    expect(world.puts).toEqual([])
    world.owner = null
    expect(await uploads.add(request('b'), jpeg)).toBe(false)
  })
})

describe('The spool', () => {
  test('is limited to its bytes', async () => {
    const { uploads } = desk({ limit: 8 })
    expect(await uploads.add(request('a'), jpeg)).toBe(true)
    expect(await uploads.add(request('b'), jpeg)).toBe(true)
    expect(await uploads.add(request('c'), jpeg)).toBe(false)
  })

  test('survives a restart in order, and removes incomplete pictures', async () => {
    const first = desk()
    for (const name of ['a', 'b']) await first.uploads.add(request(name), jpeg)
    for (const file of ['000000000009.jpg', '000000000009.part', '000000000010.json'])
      writeFileSync(join(first.folder, file), 'torn')
    const second = desk({ folder: first.folder })
    expect(readdirSync(first.folder)).toHaveLength(4)
    second.uploads.set('flow')
    await second.uploads.add(request('c'), jpeg)
    await second.until(() => second.world.answers.length === 3)
    expect(second.world.puts).toEqual(['a', 'b', 'c'])
  })
})
