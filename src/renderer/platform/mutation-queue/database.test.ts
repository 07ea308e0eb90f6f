import '../test-indexed-db'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '#shared/testing/eventually'
import { mutationDatabase } from './database'
import { database, eraseMutations } from './erase'
import type { Mutation } from './mutation'

const mutation = (id: string, account = '7.4'): Mutation => ({
  ...{ id, account, kind: 'note', lane: 'x', input: { text: id }, made_at: 1, tried_at: null, state: 'waiting' },
  ...{ failure: null, failures: 0, due_at: 0, mustRest: false },
})
const names = async () => (await indexedDB.databases()).map(({ name }) => name)

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

test('Mutations are found by their account until they are removed', async () => {
  const storage = mutationDatabase()
  await storage.put(mutation('one'))
  await storage.put(mutation('other', '8.4'))
  await storage.put({ ...mutation('one'), failures: 2 })
  expect(await mutationDatabase().of('7.4')).toEqual([{ ...mutation('one'), failures: 2 }])
  expect(await storage.get('other')).toEqual(mutation('other', '8.4'))
  await storage.remove('one')
  expect(await storage.of('7.4')).toEqual([])
  expect(await storage.get('one')).toBeUndefined()
})

test('The end of a session erases all mutations, in every tab, and pending operations restore nothing', async () => {
  const [here, there] = [mutationDatabase(), mutationDatabase()]
  await here.put(mutation('one'))
  expect(await there.of('7.4')).toHaveLength(1)
  const late = here.put(mutation('late'))
  eraseMutations()
  await expect(late).rejects.toThrow()
  await eventually(async () => expect(await names()).not.toContain(database))
  await here.put(mutation('of the next session'))
  expect(await here.of('7.4')).toEqual([mutation('of the next session')])
})

test('Mutations that the version before parts left are found, and can have parts', async () => {
  const former = await openDB(database, 1, {
    upgrade(base) {
      base.createObjectStore('mutations', { keyPath: 'id' }).createIndex('account', 'account')
    },
  })
  await former.put('mutations', mutation('of the former version'))
  former.close()
  const storage = mutationDatabase()
  expect(await storage.of('7.4')).toEqual([mutation('of the former version')])
  await storage.putPart('of the former version', 1, new ArrayBuffer(2))
  expect((await storage.part('of the former version', 1))?.byteLength).toBe(2)
})
