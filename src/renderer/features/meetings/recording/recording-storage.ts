import type { DocumentAccess } from '#shared/contract/documents/endpoints'

/** One file of a recording, from opening the microphone to closing it. */
export interface RecordingSegment {
  /** The MIME type that the browser's recorder reports. */
  type: string
  /** `pieces`: how many were recorded. `confirmed`: how many of them, from the first, the server has. */
  pieces: number
  confirmed: number
  /** Confirmed parts of the upload. */
  parts: number
  /** How many pieces, from the first, were deleted here to make room after the server confirmed them. */
  dropped: number
  seconds: number
  /** No more sound is added. */
  isClosed: boolean
  file_id: string | null
  /** The server has turned the upload into a file. */
  isFile: boolean
}

/** The stored state of a recording, which survives its page. */
export interface RecordingMeta {
  id: string
  /** The person and workspace, or the guest, so that other users of this browser never see it. */
  account: string
  name: string
  access: DocumentAccess
  branch_id: number | null
  /** Milliseconds since the epoch. */
  started_at: number
  /**
   * What the files of a recording share at the server, once it has one of them. Missing in records of older versions.
   */
  batch_id?: string | null
  takes: RecordingSegment[]
  /** The person stopped it, and only the upload remains. */
  isWhole: boolean
}

/** Stores recordings on this device piece by piece. Every method rejects where there is no room or no storage. */
export interface RecordingStorage {
  of(account: string): Promise<RecordingMeta[]>
  put(meta: RecordingMeta): Promise<void>
  /** Stores a piece and the state of its recording together, or neither. */
  add(meta: RecordingMeta, take: number, index: number, bytes: ArrayBuffer): Promise<void>
  piece(id: string, take: number, index: number): Promise<ArrayBuffer | null>
  /** Deletes the pieces of a segment below an index, to make room. */
  drop(meta: RecordingMeta, take: number, below: number): Promise<void>
  remove(id: string): Promise<void>
}

const database = 'wheelhouse.meetings'

export function browserRecordingStorage(): RecordingStorage {
  let opened: Promise<IDBDatabase> | null = null

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('reels', { keyPath: 'id' })
        request.result.createObjectStore('pieces', { keyPath: ['id', 'take', 'index'] })
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('Recordings cannot be kept in this browser.'))
    }).catch((cause: unknown) => {
      opened = null
      throw cause
    })
    return opened
  }

  async function act<T>(
    mode: IDBTransactionMode,
    work: (reels: IDBObjectStore, pieces: IDBObjectStore) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> {
    const base = await open()
    return new Promise((resolve, reject) => {
      const transaction = base.transaction(['reels', 'pieces'], mode)
      const request = work(transaction.objectStore('reels'), transaction.objectStore('pieces'))
      transaction.oncomplete = () => resolve(request?.result)
      // A full disk aborts the transaction without an error on the request.
      transaction.onabort = () => reject(transaction.error ?? new Error('A recording could not be kept.'))
    })
  }

  return {
    async of(account) {
      const all = (await act('readonly', reels => reels.getAll() as IDBRequest<RecordingMeta[]>)) ?? []
      return all.filter(recordingMeta => recordingMeta.account === account).sort((a, b) => a.started_at - b.started_at)
    },
    async put(meta) {
      await act('readwrite', reels => void reels.put(meta))
    },
    async add(meta, take, index, bytes) {
      await act('readwrite', (reels, pieces) => {
        pieces.put({ id: meta.id, take, index, bytes })
        reels.put(meta)
        return undefined
      })
    },
    async piece(id, take, index) {
      const found = await act(
        'readonly',
        (_, pieces) => pieces.get([id, take, index]) as IDBRequest<{ bytes: ArrayBuffer } | undefined>,
      )
      return found?.bytes ?? null
    },
    async drop(meta, take, below) {
      await act('readwrite', (reels, pieces) => {
        pieces.delete(IDBKeyRange.bound([meta.id, take, 0], [meta.id, take, below], false, true))
        reels.put(meta)
        return undefined
      })
    },
    async remove(id) {
      await act('readwrite', (reels, pieces) => {
        reels.delete(id)
        pieces.delete(IDBKeyRange.bound([id], [id, []]))
        return undefined
      })
    },
  }
}
