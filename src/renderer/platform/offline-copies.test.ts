import './test-indexed-db'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { day } from '#shared/limits'
import { eventually } from '#shared/testing/eventually'
import { useCopiesShown } from './copies-shown'
import { copyDatabase, type StoredCopy } from './copy-database'
import { OfflineCopies, offlineCopies } from './offline-copies'
import { endSession, useSession } from './session'
import { MemoryCopies } from './test-copies'
import { ManualClock } from './test-environment'
import { signInAs } from './test-server'

let clock: ManualClock
let storage: MemoryCopies
let copies: OfflineCopies
const Text = z.string()
const minute = 60_000

beforeEach(() => {
  clock = new ManualClock()
  storage = new MemoryCopies()
  copies = new OfflineCopies(storage, clock)
  signInAs(7, { organizationId: 4 })
})
afterEach(() => {
  endSession()
  offlineCopies.keepIn(null)
  localStorage.clear()
  vi.restoreAllMocks()
})

/** Keeps a copy and waits until it is on the device. */
async function keep(name: string, content: unknown): Promise<void> {
  copies.keep(name, content)
  await clock.pass(500)
}

describe('Data read last', () => {
  test('is available at a start without a server, with the time at which it was read', async () => {
    await keep('document.3', 'Brakes bled')
    await clock.pass(10 * minute)
    expect(await copies.read('document.3', Text)).toEqual({ content: 'Brakes bled', at: clock.now() - 10 * minute })
  })

  test('is kept in its latest state, written once for many changes in a row', async () => {
    const put = vi.spyOn(storage, 'put')
    for (const text of ['One', 'Two', 'Three']) copies.keep('document.3', text)
    await clock.pass(500)
    expect(put).toHaveBeenCalledTimes(1)
    expect(await copies.read('document.3', Text)).toMatchObject({ content: 'Three' })
  })

  test('belongs to one person in one workspace', async () => {
    await keep('document.3', 'Brakes bled')
    signInAs(7, { organizationId: 5 })
    expect(await copies.read('document.3', Text)).toBeNull()
    signInAs(8, { organizationId: 4 })
    expect(await copies.read('document.3', Text)).toBeNull()
  })

  test('covers the twenty documents read last', async () => {
    for (let id = 1; id <= 22; id++) await keep(`document.${id}`, 'Text')
    await keep('logbooks', 'The list')
    expect(storage.names).toHaveLength(21)
    expect(await copies.read('document.2', Text)).toBeNull()
    expect(await copies.read('document.3', Text)).not.toBeNull()
    expect(await copies.read('logbooks', Text)).not.toBeNull()
  })

  test('covers the twenty parts of documents read last, whatever they are numbered by', async () => {
    for (let id = 1; id <= 22; id++) await keep(`document.3.comments.${id}`, 'Text')
    expect(storage.names).toHaveLength(20)
    expect(await copies.read('document.3.comments.2', Text)).toBeNull()
    await copies.drop('document.3')
    expect(storage.names).toEqual([])
  })

  test('contains no addresses of people’s pictures, which expire, and of people nothing but their names', async () => {
    const reachable = { user_phone: '+14155550101', user_email: 'tom@example.org' }
    await keep('activity', [{ actor: { user_displayname: 'Tom Reyes', user_image: '/objects/face', ...reachable } }])
    expect([...storage.copies.values()].map(({ json }) => JSON.parse(json))).toEqual([
      [{ actor: { user_displayname: 'Tom Reyes', user_image: null, user_phone: null, user_email: null } }],
    ])
  })

  test('is not shown after fourteen days, and is removed with the next copy', async () => {
    await keep('document.3', 'Brakes bled')
    await clock.pass(14 * day + minute)
    expect(await copies.read('document.3', Text)).toBeNull()
    await keep('document.4', 'Text')
    expect(storage.names).toEqual(['7.4 document.4'])
  })

  test('is not shown when another version of the app stored it in another format', async () => {
    await keep('document.3', { text: 'Brakes bled' })
    expect(await copies.read('document.3', Text)).toBeNull()
  })

  test('is not kept when it is very large, and no older copy replaces it', async () => {
    await keep('document.3', 'Brakes bled')
    await keep('document.3', 'x'.repeat(600_000))
    expect(storage.names).toEqual([])
  })

  test('is removed when the person may no longer read it, including pending copies', async () => {
    await keep('document.3', 'Brakes bled')
    copies.keep('document.3', 'Brakes bled again')
    await copies.drop('document.3')
    await clock.pass(500)
    expect(storage.names).toEqual([])
  })

  test('is removed with a workspace that the person has left', async () => {
    await keep('document.3', 'Brakes bled')
    signInAs(7, { organizationId: 5 })
    await keep('document.9', 'Pads fitted')
    await copies.dropAll('7.4')
    expect(storage.names).toEqual(['7.5 document.9'])
  })

  test('signing out cancels pending copies and erases the database', async () => {
    const deleteDatabase = vi.fn()
    vi.stubGlobal('indexedDB', { deleteDatabase })
    offlineCopies.keepIn(storage)
    offlineCopies.keep('document.3', 'Brakes bled')
    useCopiesShown.getState().showCopy('document.3', 1)
    endSession()
    await offlineCopies.flush()
    expect(storage.names).toEqual([])
    expect(deleteDatabase).toHaveBeenCalledWith('wheelhouse.read')
    expect(useCopiesShown.getState().shown).toEqual({})
    vi.unstubAllGlobals()
  })

  test('signing out while a copy is being stored does not recreate the erased database', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    const database = copyDatabase()
    const putThenSignOut = async (copy: StoredCopy) => {
      await database.put(copy)
      endSession()
    }
    copies = new OfflineCopies({ ...database, put: putThenSignOut }, clock)
    copies.keep('document.3', 'Brakes bled')
    await copies.flush()
    await copies.drop('document.3')
    await copies.dropAll('7.4')
    await eventually(async () => expect(await indexedDB.databases()).toEqual([]))
    vi.unstubAllGlobals()
  })

  test('is not kept for somebody who is not signed in', async () => {
    useSession.setState({ userId: null, tokens: null })
    await keep('document.3', 'Brakes bled')
    expect(storage.names).toEqual([])
  })

  test('a device without storage does not break reading', async () => {
    vi.spyOn(storage, 'put').mockRejectedValue(new Error('full'))
    vi.spyOn(console, 'error').mockReturnValue()
    await keep('document.3', 'Brakes bled')
    expect(await copies.read('document.3', Text)).toBeNull()
  })
})
