import { database, onCopiesForgotten } from './copies-shown'

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

const store = 'copies'

/**
 * Stores copies in IndexedDB. When a session ends, pending operations are abandoned: they store nothing and do not
 * recreate the erased database.
 */
export function copyDatabase(): CopyStorage {
  let opened: Promise<IDBDatabase> | null = null
  let session = 0

  function close(): void {
    void opened?.then(base => base.close()).catch(() => undefined)
    opened = null
  }
  onCopiesForgotten(() => {
    session += 1
    close()
  })

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1)
      request.onupgradeneeded = () => {
        const copies = request.result.createObjectStore(store, { keyPath: ['account', 'name'] })
        copies.createIndex('at', 'at')
      }
      request.onsuccess = () => {
        // Another tab erases the database, because the session ended for this tab too.
        request.result.onversionchange = close
        resolve(request.result)
      }
      request.onerror = () => reject(request.error ?? new Error('Nothing can be stored in this browser.'))
    }).catch((cause: unknown) => {
      opened = null
      throw cause
    })
    return opened
  }

  async function act<T>(mode: IDBTransactionMode, work: (copies: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const mine = session
    const base = await open()
    if (mine !== session) {
      base.close()
      throw new Error('The session ended.')
    }
    return new Promise((resolve, reject) => {
      const transaction = base.transaction(store, mode, { durability: 'relaxed' })
      const request = work(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('Nothing was kept.'))
    })
  }

  async function list(): Promise<Omit<StoredCopy, 'json'>[]> {
    const base = await open()
    return new Promise((resolve, reject) => {
      const found: Omit<StoredCopy, 'json'>[] = []
      const request = base.transaction(store).objectStore(store).index('at').openKeyCursor()
      request.onsuccess = () => {
        const cursor = request.result
        if (!cursor) return resolve(found)
        const [account, name] = cursor.primaryKey as [string, string]
        found.push({ account, name, at: cursor.key as number })
        cursor.continue()
      }
      request.onerror = () => reject(request.error ?? new Error('Nothing could be looked up.'))
    })
  }

  return {
    list,
    get: (account, name) => act<StoredCopy | undefined>('readonly', copies => copies.get([account, name])),
    put: async copy => void (await act('readwrite', copies => copies.put(copy))),
    remove: async (account, name) => void (await act('readwrite', copies => copies.delete([account, name]))),
  }
}
