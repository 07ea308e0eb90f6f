import type { DBSchema } from 'idb'
import { database, onCopiesForgotten } from './copies-shown'
import { erasableDatabase } from './erasable-database'

export interface StoredCopy {
  /** The person and the workspace. */
  account: string
  /** A kind and, after a dot, what the copy is of. */
  name: string
  /** Milliseconds since the epoch. */
  at: number
  json: string
}

/** Keeps copies on this device. Every method rejects where there is no room or no storage. */
export interface CopyStorage {
  get(account: string, name: string): Promise<StoredCopy | undefined>
  put(copy: StoredCopy): Promise<void>
  remove(account: string, name: string): Promise<void>
  /** Lists all copies without their contents, oldest first. */
  list(): Promise<Omit<StoredCopy, 'json'>[]>
}

interface Schema extends DBSchema {
  copies: { key: [account: string, name: string]; value: StoredCopy; indexes: { at: number } }
}

/** Stores copies in IndexedDB, until the session ends. */
export function copyDatabase(): CopyStorage {
  const use = erasableDatabase<Schema>({
    name: database,
    version: 1,
    upgrade: base => void base.createObjectStore('copies', { keyPath: ['account', 'name'] }).createIndex('at', 'at'),
    onErased: onCopiesForgotten,
  })
  const writing = (
    work: (copies: { put(copy: StoredCopy): unknown; delete(key: [string, string]): unknown }) => unknown,
  ) =>
    use(async base => {
      const transaction = base.transaction('copies', 'readwrite', { durability: 'relaxed' })
      await Promise.all([work(transaction.store), transaction.done])
    })

  return {
    get: (account, name) => use(base => base.get('copies', [account, name])),
    put: copy => writing(copies => copies.put(copy)),
    remove: (account, name) => writing(copies => copies.delete([account, name])),
    list: () =>
      use(async base => {
        const found: Omit<StoredCopy, 'json'>[] = []
        const transaction = base.transaction('copies')
        // The index holds everything but the contents, which may be long.
        for (
          let cursor = await transaction.store.index('at').openKeyCursor();
          cursor;
          cursor = await cursor.continue()
        ) {
          const [account, name] = cursor.primaryKey
          found.push({ account, name, at: cursor.key })
        }
        return found
      }),
  }
}
