import { database, onStoredUploadsErased } from './stored-uploads'

/** What survives a reload of an upload, besides its bytes. */
export interface KeptUpload {
  id: string
  /** The person and workspace, or the guest, so that other users of this browser never see it. */
  account: string
  place: string
  name: string
  size: number
  type: string
  file_id: string | null
  /** Missing in records of older versions. */
  batch_id?: string | null
  state: 'open' | 'paused' | 'done'
  /** Milliseconds since the epoch. */
  chosen_at: number
  done_at: number | null
}

/** Keeps uploads and their bytes on this device. Every method rejects where there is no room or no storage. */
export interface UploadStorage {
  of(account: string): Promise<KeptUpload[]>
  find(id: string): Promise<KeptUpload | null>
  put(kept: KeptUpload): Promise<void>
  putPart(id: string, part: number, bytes: ArrayBuffer): Promise<void>
  part(id: string, part: number): Promise<ArrayBuffer | null>
  /** Frees the space of bytes that have arrived. */
  dropParts(id: string): Promise<void>
  remove(id: string): Promise<void>
}

const partsOf = (id: string) => IDBKeyRange.bound([id], [id, []])

/**
 * Stores uploads in IndexedDB with one record per upload and one per part, so that a file is never in memory as a
 * whole. Once the session has ended, pending operations for its uploads find and keep nothing, and do not recreate the
 * erased database.
 */
export function browserUploadStorage(): UploadStorage {
  let opened: Promise<IDBDatabase> | null = null
  const known = new Set<string>()
  const ended = new Set<string>()

  function end(): void {
    for (const id of known) ended.add(id)
    known.clear()
    void opened?.then(base => base.close()).catch(() => undefined)
    opened = null
  }
  onStoredUploadsErased(end)

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('uploads', { keyPath: 'id' })
        request.result.createObjectStore('parts', { keyPath: ['id', 'part'] })
      }
      request.onsuccess = () => {
        const base = request.result
        // Another tab erases the database, which ends the session here as well.
        base.onversionchange = end
        resolve(base)
      }
      request.onerror = () => reject(request.error ?? new Error('Files cannot be kept in this browser.'))
    }).catch((cause: unknown) => {
      opened = null
      throw cause
    })
    return opened
  }

  async function act<T>(
    mode: IDBTransactionMode,
    work: (uploads: IDBObjectStore, parts: IDBObjectStore) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> {
    const base = await open()
    return new Promise((resolve, reject) => {
      const transaction = base.transaction(['uploads', 'parts'], mode, { durability: 'relaxed' })
      const request = work(transaction.objectStore('uploads'), transaction.objectStore('parts'))
      transaction.oncomplete = () => resolve(request?.result)
      // A full disk aborts the transaction without an error on the request.
      transaction.onabort = () => reject(transaction.error ?? new Error('A file could not be kept.'))
    })
  }

  /** Does the same for one upload, and nothing if the session of that upload has ended. */
  async function actFor<T>(id: string, ...rest: Parameters<typeof act<T>>): Promise<T | undefined> {
    if (ended.has(id)) return undefined
    known.add(id)
    return act(...rest)
  }

  return {
    async of(account) {
      if (!('indexedDB' in window)) return []
      const all = (await act('readonly', uploads => uploads.getAll() as IDBRequest<KeptUpload[]>)) ?? []
      const found = all.filter(keptUpload => keptUpload.account === account)
      for (const { id } of found) known.add(id)
      return found.sort((a, b) => a.chosen_at - b.chosen_at)
    },
    find: async id =>
      (await actFor(id, 'readonly', uploads => uploads.get(id) as IDBRequest<KeptUpload | undefined>)) ?? null,
    async put(kept) {
      await actFor(kept.id, 'readwrite', uploads => void uploads.put(kept))
    },
    async putPart(id, part, bytes) {
      await actFor(id, 'readwrite', (_, parts) => void parts.put({ id, part, bytes }))
    },
    async part(id, part) {
      const found = await actFor(
        id,
        'readonly',
        (_, parts) => parts.get([id, part]) as IDBRequest<{ bytes: ArrayBuffer } | undefined>,
      )
      return found?.bytes ?? null
    },
    async dropParts(id) {
      await actFor(id, 'readwrite', (_, parts) => void parts.delete(partsOf(id)))
    },
    async remove(id) {
      await actFor(id, 'readwrite', (uploads, parts) => {
        uploads.delete(id)
        parts.delete(partsOf(id))
        return undefined
      })
    },
  }
}
