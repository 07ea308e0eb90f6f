import type { DBSchema } from 'idb'
import { erasableDatabase } from '../erasable-database'
import type { MutationStorage } from './environment'
import { database, onMutationsErased } from './erase'
import type { Mutation } from './mutation'

interface Schema extends DBSchema {
  mutations: { key: string; value: Mutation; indexes: { account: string } }
  parts: { key: [id: string, part: number]; value: { id: string; part: number; bytes: ArrayBuffer } }
}

const partsOf = (id: string) => IDBKeyRange.bound([id], [id, []])

/** Stores mutations in IndexedDB, until the session ends. */
export function mutationDatabase(): MutationStorage {
  const use = erasableDatabase<Schema>({
    name: database,
    version: 2,
    upgrade(base, from) {
      if (from < 1) base.createObjectStore('mutations', { keyPath: 'id' }).createIndex('account', 'account')
      base.createObjectStore('parts', { keyPath: ['id', 'part'] })
    },
    onErased: onMutationsErased,
  })

  async function write(change: (mutations: Writable, parts: Erasable) => Promise<unknown>): Promise<void> {
    await use(async base => {
      const transaction = base.transaction(['mutations', 'parts'], 'readwrite')
      const changed = change(transaction.objectStore('mutations'), transaction.objectStore('parts'))
      // Commits at once, so that a closing page does not lose the transaction.
      transaction.commit()
      await Promise.all([changed, transaction.done])
    })
  }

  return {
    of: async account => (isHere() ? use(base => base.getAllFromIndex('mutations', 'account', account)) : []),
    get: async id => (isHere() ? use(base => base.get('mutations', id)) : undefined),
    put: mutation => write(mutations => mutations.put(mutation)),
    amend: (id, change) =>
      use(async base => {
        const transaction = base.transaction('mutations', 'readwrite')
        const changed = change(await transaction.store.get(id))
        const stored = changed && transaction.store.put(changed)
        transaction.commit()
        await Promise.all([stored, transaction.done])
      }),
    remove: async id =>
      isHere()
        ? write((mutations, parts) => Promise.all([mutations.delete(id), parts.delete(partsOf(id))]))
        : undefined,
    putPart: (id, part, bytes) =>
      use(async base => {
        const transaction = base.transaction(['mutations', 'parts'], 'readwrite', { durability: 'relaxed' })
        // A part that is read while its mutation is discarded would stay forever.
        if ((await transaction.objectStore('mutations').getKey(id)) === undefined)
          throw new Error('The mutation of a part is not stored.')
        await transaction.objectStore('parts').put({ id, part, bytes })
        await transaction.done
      }),
    part: (id, part) => use(async base => (await base.get('parts', [id, part]))?.bytes),
    dropParts: id => write((_, parts) => parts.delete(partsOf(id))),
  }
}

/** Whether this browser has IndexedDB at all. */
const isHere = () => 'indexedDB' in window

interface Erasable {
  delete(range: IDBKeyRange): Promise<unknown>
}

interface Writable {
  put(mutation: Mutation): Promise<unknown>
  delete(id: string): Promise<unknown>
}
