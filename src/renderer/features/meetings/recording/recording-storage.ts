import type { DocumentAccess } from '#shared/contract/logbooks'

/** One file of a recording: from one beginning of the microphone to its end. */
export interface RecordingSegment {
  /** As the browser's recorder calls it. */
  type: string
  /** Pieces that were recorded, and how many of them, from the first, the server has confirmed. */
  pieces: number
  confirmed: number
  /** Parts of the upload that are confirmed. */
  parts: number
  /** Pieces, from the first, that are no longer here: confirmed ones, where room was needed. */
  dropped: number
  seconds: number
  /** Nothing is added any more. */
  isClosed: boolean
  file_id: string | null
  /** The server has made a file of it. */
  isFile: boolean
}

/** A recording as it outlives its page. */
export interface RecordingMeta {
  id: string
  /** Person and workspace, or a guest: nobody else who uses this browser meets it. */
  account: string
  name: string
  access: DocumentAccess
  branch_id: number | null
  /** Milliseconds of the epoch. */
  started_at: number
  /** What its files have in common at the server, once it has one of them. Missing where an older version kept it. */
  batch_id?: string | null
  takes: RecordingSegment[]
  /** The person ended it: it only has to be sent. */
  isWhole: boolean
}

/** Keeps recordings on this device, piece by piece. Everything rejects where there is no room, or no such place. */
export interface RecordingStorage {
  of(account: string): Promise<RecordingMeta[]>
  put(meta: RecordingMeta): Promise<void>
  /** A piece and what is known of its recording, both or neither. */
  add(meta: RecordingMeta, take: number, index: number, bytes: ArrayBuffer): Promise<void>
  piece(id: string, take: number, index: number): Promise<ArrayBuffer | null>
  /** Makes room: takes away the pieces of a take below an index. */
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
      // A full disk aborts the transaction, and the request knows nothing of it.
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
